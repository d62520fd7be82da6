/** Python and Fatum in a worker. Nothing is loaded from anywhere but the place of the client itself. */
import type { PyodideAPI } from 'pyodide';
import { POCKET } from './cache';

/** What is needed to start Python, as often as one likes. */
export interface Parts {
  /** Where the scripts are. */
  folder: string;
  /** Compiled once, for all workers. */
  machine: WebAssembly.Module;
  stdlib: ArrayBuffer;
  /** The large script; null where the host packs what it sends, so that it is imported from there. */
  script: ArrayBuffer | null;
  lock: ArrayBuffer;
}

/** Python itself, and Fatum for it, which arrives while Python starts. */
export interface Fetched {
  parts: Parts;
  packages: Promise<ArrayBuffer>;
}

interface Described {
  version: string;
  files: Record<string, number>;
}

/** Under another name than .gz, which some servers unpack on the way and others do not. */
const PACKED = '.packed';
const STDLIB = 'python_stdlib.zip';
const PACKAGES = 'site-packages.zip';
const WASM = 'pyodide.asm.wasm';
const SCRIPT = 'pyodide.asm.mjs';
const START = 'pyodide.mjs';
const SITE_PACKAGES = '/lib/python3.14/site-packages';
const LOCK = 'pyodide-lock.json';
/** A host of static files may pack nothing; a server packs scripts, and lets them come from nowhere but itself. */
declare const __SITE__: boolean;

/** Fetch everything, Fatum last; `told` hears how much has come. */
export async function fetchParts(root: string, told: (done: number, all: number) => void): Promise<Fetched> {
  const described = (await (await fetched(`${root}/pocket/files.json`)).json()) as Described;
  const folder = `${root}/pocket/${described.version}/`;
  const scriptFile = __SITE__ ? SCRIPT + PACKED : SCRIPT;
  const all = [WASM + PACKED, STDLIB + PACKED, PACKAGES + PACKED, scriptFile, LOCK, START].reduce(
    (sum, name) => sum + (described.files[name] ?? 0),
    0,
  );
  let done = 0;
  const count = (bytes: number): void => {
    done += bytes;
    told(Math.min(done, all), all);
  };
  const load = (name: string) => unpacked(folder + name, count);
  const whole = async (name: string) => new Response(await load(name)).arrayBuffer();
  // Scripts are counted when they are there. Python imports them again by the same addresses.
  const imported = async (name: string): Promise<null> => {
    await import(/* @vite-ignore */ folder + name);
    count(described.files[name] ?? 0);
    return null;
  };
  // Compiled while it comes.
  const compiled = load(WASM + PACKED).then((stream) =>
    WebAssembly.compileStreaming(new Response(stream, { headers: { 'content-type': 'application/wasm' } })),
  );
  const [machine, stdlib, script, lock] = await Promise.all([
    compiled,
    whole(STDLIB + PACKED),
    __SITE__ ? whole(SCRIPT + PACKED) : imported(SCRIPT),
    whole(LOCK),
    imported(START),
  ]);
  return { parts: { folder, machine, stdlib, script, lock }, packages: whole(PACKAGES + PACKED) };
}

/** A file, unpacked; what comes is kept for the next time. */
async function unpacked(url: string, count: (bytes: number) => void): Promise<ReadableStream> {
  const answer = await fetched(url);
  void keep(url, answer.clone());
  const counted = answer.body!.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, to) {
        count(part.byteLength);
        to.enqueue(part);
      },
    }),
  );
  return url.endsWith(PACKED) ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
}

/** Without storage everything is fetched again. */
async function keep(url: string, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(POCKET);
    if (await cache.match(url)) await answer.body?.cancel();
    else await cache.put(url, answer);
  } catch {
    await answer.body?.cancel().catch(() => undefined);
  }
}

/** Python with Fatum in it. */
export async function startPython(
  { folder, machine, stdlib, script, lock }: Parts,
  packages: ArrayBuffer | Promise<ArrayBuffer>,
): Promise<PyodideAPI> {
  const network = globalThis.fetch.bind(globalThis);
  const { instantiateStreaming } = WebAssembly;
  // Pyodide fetches and compiles its files itself; they are here already.
  globalThis.fetch = (asked, init) => {
    const url = String(asked instanceof Request ? asked.url : asked);
    if (url.endsWith(WASM)) return Promise.resolve(new Response());
    return url.endsWith(STDLIB) ? Promise.resolve(new Response(stdlib)) : network(asked, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: machine,
    instance: await WebAssembly.instantiate(machine, imports),
  });
  try {
    const { loadPyodide } = (await import(/* @vite-ignore */ folder + START)) as typeof import('pyodide');
    const made = script && (await importText(script));
    const python = await loadPyodide({
      indexURL: folder,
      lockFileContents: new TextDecoder().decode(lock),
      ...(made ? { createPyodideModule: made.default } : {}),
    });
    python.unpackArchive(await packages, 'zip', { extractDir: SITE_PACKAGES });
    return python;
  } finally {
    globalThis.fetch = network;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

async function importText(script: ArrayBuffer): Promise<{ default: never }> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  try {
    return (await import(/* @vite-ignore */ url)) as { default: never };
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}
