// Compile the Python modules of archives for browsers: starting from source takes several times as long.
//
//     node client/tools/bytecode.mjs FROM.zip TO.zip.packed [--without NAME,NAME,…] [FROM.zip TO.zip.packed …]
//
// Pyodide itself compiles, so the bytecode is that of the Python that runs it. The archives are packed as a
// whole, which makes them smaller than packing each module, and modules load sooner.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';

const PROGRAM = `
import importlib.util, io, marshal, zipfile

UNCHECKED = (1).to_bytes(4, "little")

def bytecode(name, source):
    # Pyodide's own modules read their docstrings.
    kept = name.startswith(("pyodide/", "_pyodide/"))
    code = compile(source, name, "exec", dont_inherit=True, optimize=0 if kept else 2)
    found = importlib.util.source_hash(source)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + found + marshal.dumps(code)

def compiled(archive, left_out):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as plain, zipfile.ZipFile(made, "w") as packed:
        for name in sorted(plain.namelist()):
            if name.endswith("/") or name.startswith(left_out):
                continue
            content = plain.read(name)
            if name.endswith(".py"):
                name, content = name + "c", bytecode(name, content)
            packed.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()

lambda archive, left_out: compiled(archive.to_py().tobytes(), tuple(left_out.split(",")) if left_out else ())
`;

const words = process.argv.slice(2);
// Without the columns of every instruction, which nobody reads here, it is a fifth smaller.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: '1', HOME: '/home/pyodide' } });
const compiled = python.runPython(PROGRAM);
while (words.length) {
  const [from, to] = words.splice(0, 2);
  const without = words[0] === '--without' ? words.splice(0, 2)[1] : '';
  const made = compiled(new Uint8Array(readFileSync(from)), without);
  writeFileSync(to, gzipSync(made.toJs(), { level: 9 }));
}
