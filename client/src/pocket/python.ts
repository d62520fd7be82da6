/** Python and Fatum in a worker. Nothing is loaded from anywhere but the place of the client itself. */
import type { PyodideAPI } from 'pyodide';
import { POCKET } from './cache';

/** What is needed to start Python, as often as one likes. */
export interface Parts {
  /** Where the scripts are. */
  folder: string;
  /** Compiled once, for all workers. */
  machine: WebAssembly.Module;
  files: Record<string, ArrayBuffer>;
}

interface Described {
  version: string;
  files: Record<string, number>;
}

const LOCK = 'pyodide-lock.json';
const PACKAGES = 'site-packages.zip';
/** Under another name than .gz, which some servers unpack on the way and others do not. */
const PACKED = '.packed';
const WASM = 'pyodide.asm.wasm';
const FETCHED = [`python_stdlib.zip${PACKED}`, `${PACKAGES}${PACKED}`, LOCK];
const SCRIPTS = ['pyodide.mjs', 'pyodide.asm.mjs'];
const SITE = '/lib/python3.14/site-packages';

/** Fetch everything; `told` hears how much has come. */
export async function fetchParts(root: string, told: (done: number, all: number) => void): Promise<Parts> {
  const described = (await (await fetched(`${root}/pocket/files.json`)).json()) as Described;
  const folder = `${root}/pocket/${described.version}/`;
  const size = (name: string): number => described.files[name] ?? 0;
  const all = [WASM + PACKED, ...FETCHED, ...SCRIPTS].reduce((sum, name) => sum + size(name), 0);
  let done = 0;
  const count = (bytes: number): void => {
    done += bytes;
    told(Math.min(done, all), all);
  };
  // Scripts are counted when they are there. Python imports them again by the same addresses.
  const scripts = SCRIPTS.map(async (name) => {
    await import(/* @vite-ignore */ folder + name);
    count(size(name));
  });
  // Compiled while it comes.
  const machine = load(folder + WASM + PACKED, count).then((stream) =>
    WebAssembly.compileStreaming(new Response(stream, { headers: { 'content-type': 'application/wasm' } })),
  );
  const files: Record<string, ArrayBuffer> = {};
  const loaded = FETCHED.map(async (name) => {
    const stream = await load(folder + name, count);
    files[name.replace(PACKED, '')] = await new Response(stream).arrayBuffer();
  });
  await Promise.all([...loaded, ...scripts]);
  return { folder, machine: await machine, files };
}

/** A file, unpacked; what comes is kept for the next time. */
async function load(url: string, count: (bytes: number) => void): Promise<ReadableStream> {
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
export async function startPython({ folder, machine, files }: Parts): Promise<PyodideAPI> {
  const network = globalThis.fetch.bind(globalThis);
  const { instantiateStreaming } = WebAssembly;
  // Pyodide fetches and compiles its files itself; they are here already.
  globalThis.fetch = (asked, init) => {
    const name =
      String(asked instanceof Request ? asked.url : asked)
        .split('/')
        .at(-1) ?? '';
    const found = name === WASM ? new ArrayBuffer() : files[name];
    return found ? Promise.resolve(new Response(found)) : network(asked, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: machine,
    instance: await WebAssembly.instantiate(machine, imports),
  });
  try {
    const { loadPyodide } = (await import(
      /* @vite-ignore */ `${folder}pyodide.mjs`
    )) as typeof import('pyodide');
    const python = await loadPyodide({ indexURL: folder });
    python.unpackArchive(files[PACKAGES]!, 'zip', { extractDir: SITE });
    return python;
  } finally {
    globalThis.fetch = network;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}
