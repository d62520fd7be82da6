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

const PLAY = `
import asyncio, json
from fatum.pocket.device import Device
from fatum.pocket.thinking import prepare, think
from fatum.protocol.messages import PROTOCOL

prepare()

async def write(change):
    await asyncio.sleep(0)

async def ask(job, question):
    await asyncio.sleep(0)
    return think(job, question)

async def play(game):
    device = Device('{"lines": [], "seats": []}', write, ask, 0)
    await device.start()
    heard = []
    async def get(method, url, body=None):
        status, text = await device.request(method, f"/api{url}", "" if body is None else json.dumps(body))
        assert status < 300, text
        return json.loads(text)
    form = {"game": game, "name": "Ann", "options": {"players": 3}, "bots": ["greedy"], "start": True}
    code = (await get("POST", "/tables", form))["table"]
    await device.open(1, f"ws://x/api/tables/{code}/socket", heard.append, lambda: None)
    device.take(1, json.dumps({"type": "hello", "protocol": PROTOCOL}))
    place, prompt, phase, seq, hinted = 0, None, "", 0, False
    while phase != "over":
        while place < len(heard):
            message = json.loads(heard[place])
            place += 1
            assert message["type"] != "error" or message["code"] == "stale", message
            parts = [message["snapshot"]] if message["type"] == "snapshot" else message.get("updates") or []
            for part in parts:
                seq = part["seq"]
                phase = part.get("table", {}).get("phase", phase)
                prompt = part.get("prompt", prompt)
        if prompt:
            if not hinted:
                device.take(1, json.dumps({"type": "hint"}))
                while not any('"type":"hint"' in text for text in heard):
                    await asyncio.sleep(0)
                hinted = True
            device.take(1, json.dumps({"type": "move", "move": prompt["legal"][0], "answers": seq}))
            prompt = None
        await asyncio.sleep(0)
    record = await get("GET", f"/tables/{code}/record")
    await get("GET", f"/tables/{code}/replay?seat=all")
    think("analyse", json.dumps([record, 0.0001]))
    await device.end()
    return len(record["moves"])

[await play("karma"), await play("allin")]
`;

describe.skipIf(MISSING)('Pyodide', () => {
  test('has what every module of Fatum imports', { timeout: 600_000 }, async () => {
    const python = await start();
    expect(JSON.parse(python.runPython(IMPORT_ALL) as string)).toEqual([false, {}]);
  });

  test('has what is imported only while a game is played', { timeout: 600_000 }, async () => {
    const python = await start();
    const moves = (await python.runPythonAsync(PLAY)).toJs() as number[];
    expect(Math.min(...moves)).toBeGreaterThan(20);
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
