/** What a server says, as this player reads it. */
import { percent, serverText } from './i18n.svelte';
import type { Picture } from './model';
import { cardName, playerName } from './names';
import { moveWords } from './replay/moves';

const MOVE = /^(?:(?:play|open|lay|flip|give|take|swap|keep|hide|discard|predict|hypnosis|eye) \S+(?: \S+)?|take|draw|reveal|rune|pass|skip|all in|look|no look)$/;
const CARD = /^(?:(?:[2-9]|10|[JQKA])[CMST]|Ru|TC|BU|FB|GP)$/;
const PERCENT = /^\d+%$/;
const SEAT = /^P[1-6]$/;

/** Cards, moves and players are named as everywhere else on the screen. */
function name(part: string, picture: Picture): string {
  if (MOVE.test(part)) return moveWords(part, picture);
  if (CARD.test(part)) return cardName(part);
  if (PERCENT.test(part)) return percent(Number.parseInt(part, 10) / 100);
  return SEAT.test(part) ? playerName(picture, part) : part;
}

/** Advice or a refusal in a game. */
export function said(text: string, picture: Picture): string {
  return serverText(text, (part) => name(part, picture));
}
