import { maybe } from '../../lib/i18n.svelte';
import type { Picture } from '../../lib/model';

/** A move as the game's package words it, or as it is written. */
export function moveLabel(move: string, picture: Picture): string {
  return maybe(`${picture.table.game}.move.${move}`) ?? move.charAt(0).toLocaleUpperCase() + move.slice(1);
}
