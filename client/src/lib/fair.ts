/** The end of the promise about the seed, apart from its beginning, as only the result screen needs SHA-256. */
import type { Promised } from './model';

/** Whether the published seed is the promised one; `null` while there is none. */
export async function keepsPromise(promised: string | null, table: Promised): Promise<boolean | null> {
  if (!table.seed || !table.commitment) return null;
  return (await sha256(fromHex(table.seed))) === (promised ?? table.commitment);
}

/** The browser's own where it has one: only on secure pages, and a server at home is not one. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  const hash = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(bytes);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
