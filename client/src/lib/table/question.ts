/** What the viewer is asked, in the server's words, or whom everybody is waiting for. */
import { list, t } from '../i18n.svelte';
import type { Picture } from '../model';
import { playerName } from '../names';
import { say } from '../say';

export function question(picture: Picture, legal: ReadonlySet<string>): string {
  if (picture.table.phase === 'over') return t('prompt.over');
  if (legal.size === 0) return waiting(picture);
  const message = picture.prompt?.message;
  return message ? say(message, picture) : t('prompt.yourturn');
}

function waiting(picture: Picture): string {
  const seats = picture.turn.map((turn) => turn.seat).filter((seat) => seat !== picture.you.seat);
  if (seats.length === 0) return '';
  const names = seats.map((seat) => playerName(picture, seat));
  return seats.length === 1
    ? t('prompt.wait', { name: names[0]! })
    : t('prompt.wait.many', { names: list(names) });
}
