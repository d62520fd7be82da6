// Compile the Python modules of archives for browsers: starting from source takes several times as long.
//
//     node client/tools/bytecode.mjs FROM.zip TO.zip.packed [FROM.zip TO.zip.packed --also NAME,NAME,…]
//
// Pyodide itself compiles, so the bytecode is that of the Python that runs it. The archives are packed as a
// whole, which makes them smaller than packing each module, and modules load sooner. With --also, the archive keeps
// the modules that are loaded once everything in the archives before it is imported, and those named.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';

const PROGRAM = `
import importlib, importlib.util, io, marshal, sys, zipfile

SITE = "/lib/python3.14/site-packages"

UNCHECKED = (1).to_bytes(4, "little")

def bytecode(name, source):
    # Pyodide's own modules read their docstrings.
    kept = name.startswith(("pyodide/", "_pyodide/"))
    code = compile(source, name, "exec", dont_inherit=True, optimize=0 if kept else 2)
    found = importlib.util.source_hash(source)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + found + marshal.dumps(code)

def import_all(archive):
    with zipfile.ZipFile(io.BytesIO(archive)) as plain:
        plain.extractall(SITE)
        names = plain.namelist()
    importlib.invalidate_caches()
    for name in names:
        if name.startswith("fatum/") and name.endswith(".py"):
            importlib.import_module(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))

def wanted(name, also):
    module = name.removesuffix(".py").removesuffix("/__init__")
    return module.replace("/", ".") in sys.modules or name.startswith(also)

def compiled(archive, also):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as plain, zipfile.ZipFile(made, "w") as packed:
        for name in sorted(plain.namelist()):
            if name.endswith("/") or (also and not wanted(name, also)):
                continue
            content = plain.read(name)
            if name.endswith(".py"):
                name, content = name + "c", bytecode(name, content)
            packed.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()

def run(archive, also):
    plain = archive.to_py().tobytes()
    if not also:
        import_all(plain)
    return compiled(plain, tuple(also.split(",")) if also else ())

run
`;

const words = process.argv.slice(2);
// Without the columns of every instruction, which nobody reads here, it is a fifth smaller.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: '1', HOME: '/home/pyodide' } });
const compiled = python.runPython(PROGRAM);
while (words.length) {
  const [from, to] = words.splice(0, 2);
  const also = words[0] === '--also' ? words.splice(0, 2)[1] : '';
  const made = compiled(new Uint8Array(readFileSync(from)), also);
  writeFileSync(to, gzipSync(made.toJs(), { level: 9 }));
}
