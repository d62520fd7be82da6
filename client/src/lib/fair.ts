/** The end of the promise about the seed, apart from its beginning, as only the result screen needs SHA-256. */
import type { Promised } from './model';
import { fromHex, sha256 } from './sha256';

/** Whether the published seed is the promised one; `null` while there is none. */
export function keepsPromise(promised: string | null, table: Promised): boolean | null {
  if (!table.seed || !table.commitment) return null;
  return sha256(fromHex(table.seed)) === (promised ?? table.commitment);
}
