/** Whom everybody is waiting for. */
import { list, t } from '../i18n.svelte';
import type { Picture } from '../model';
import { playerName } from '../names';

export function waiting(picture: Picture): string {
  const seats = picture.turn.map((turn) => turn.seat).filter((seat) => seat !== picture.you.seat);
  if (seats.length === 0) return '';
  const names = seats.map((seat) => playerName(picture, seat));
  return seats.length === 1 ? t('prompt.wait', { name: names[0]! }) : t('prompt.wait.many', { names: list(names) });
}
