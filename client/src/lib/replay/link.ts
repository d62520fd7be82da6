/** A record in a link: behind the #, where no server and no log sees it. */
import { ROOT } from '../root';

const NAME = 'record=';

const through = async (bytes: BlobPart, stream: ReadableWritablePair): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

/** Where the replay of this record is. */
export async function linkTo(record: object): Promise<string> {
  const packed = await through(JSON.stringify(record), new CompressionStream('deflate-raw'));
  const text = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join('');
  const letters = btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return `${location.origin}${ROOT}/replay${ROOT && '/'}#${NAME}${letters}`;
}

/** The text of the record in the end of an address; null if there is none. */
export async function recordIn(hash: string): Promise<string | null> {
  if (!hash.startsWith(NAME)) return null;
  const text = atob(hash.slice(NAME.length).replace(/-/g, '+').replace(/_/g, '/'));
  const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')));
}
