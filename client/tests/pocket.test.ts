/** The plain engine under Pyodide plays the same games to the byte: the files of tests/checksums, made again. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadPyodide, type PyodideAPI } from 'pyodide';
import { describe, expect, test } from 'vitest';
import { PROGRAM, TESTING } from './checksums';

const ROOT = new URL('../../', import.meta.url).pathname;
const BUILT = `${ROOT}src/fatum/server/static/pocket`;
const SITE = '/lib/python3.14/site-packages';
const MISSING = existsSync(BUILT) ? '' : `there is no ${BUILT}: python client/build.py`;
if (MISSING && process.env.FATUM_CLIENT === '1') throw new Error(MISSING);
/** Of each file; `make soak PART=pocket` makes all entries again. */
const ENTRIES = Number(process.env.FATUM_POCKET_CHECKSUMS ?? 1);

/** Python as a browser has it: the same archives. */
async function start(): Promise<PyodideAPI> {
  const { version } = JSON.parse(readFileSync(`${BUILT}/files.json`, 'utf8')) as { version: string };
  const unpacked = (name: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(gunzipSync(readFileSync(`${BUILT}/${version}/${name}.packed`)));
  const stdLibURL = join(mkdtempSync(join(tmpdir(), 'fatum-pocket-')), 'python_stdlib.zip');
  writeFileSync(stdLibURL, unpacked('python_stdlib.zip'));
  const python = await loadPyodide({ stdLibURL });
  python.unpackArchive(unpacked('site-packages.zip'), 'zip', { extractDir: SITE });
  return python;
}

const IMPORT_ALL = `
import importlib, json, pkgutil, fatum
failed = {}
for found in pkgutil.walk_packages(fatum.__path__, "fatum."):
    try:
        importlib.import_module(found.name)
    except Exception as error:
        failed[found.name] = repr(error)
json.dumps([fatum.compiled, failed])
`;

describe.skipIf(MISSING)('Pyodide', () => {
  test('has what every module of Fatum imports', { timeout: 600_000 }, async () => {
    const python = await start();
    expect(JSON.parse(python.runPython(IMPORT_ALL) as string)).toEqual([false, {}]);
  });

  test('makes the checksums of both builds', { timeout: 3_000_000 }, async () => {
    const python = await start();
    python.FS.mkdirTree(`${SITE}/fatum/testing`);
    for (const name of TESTING)
      python.FS.writeFile(`${SITE}/${name}`, readFileSync(`${ROOT}src/${name}`, 'utf8'));
    const folder = `${ROOT}tests/checksums/`;
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const kept = (JSON.parse(readFileSync(folder + file, 'utf8')) as object[]).slice(0, ENTRIES);
      python.globals.set('text', JSON.stringify(kept));
      expect(JSON.parse(python.runPython(PROGRAM) as string), file).toEqual(kept);
    }
  });
});
