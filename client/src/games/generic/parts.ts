import { t } from '../../lib/i18n.svelte';
import { seatNumber, type Picture } from '../../lib/model';
import type { GameParts, Result } from '../game';
import { moveLabel } from './moves';
import Points from './Points.svelte';
import Table from './Table.svelte';
import { loadTexts } from './texts.svelte';

/** How long an event stays, as nothing travels. */
const LOOK = 300;

export async function partsOf(game: string): Promise<GameParts> {
  // A game whose words cannot be had is played without them.
  await loadTexts(game).catch(() => undefined);
  return {
    Table,
    choreography: {
      zones: () => ({}),
      hints: (_event, _picture, at) => ({ hints: [], until: at + LOOK }),
    },
    moveWords: moveLabel,
    result,
    Points,
  };
}

/** Outcomes say who won or lost, or what everyone has. */
function result(picture: Picture): Result {
  const outcome = picture.table.outcome ?? {};
  const { seats } = picture.table;
  const named = (...keys: string[]): string[] => keys.flatMap((key) => outcome[key] ?? []).map(String);
  const best = named('winner', 'winners');
  const worst = named('loser', 'losers');
  const points = Object.values(outcome).find(
    (value): value is number[] =>
      Array.isArray(value) &&
      value.length === seats.length &&
      value.every((each) => typeof each === 'number'),
  );
  const own = picture.you.seat;
  const mood = (): Result['mood'] => {
    if (own === null) return 'watched';
    if (best.includes(own)) return 'won';
    if (worst.includes(own)) return 'lost';
    return best.length ? 'lost' : worst.length ? 'won' : 'even';
  };
  const rank = (seat: string): number => Number(worst.includes(seat)) - Number(best.includes(seat));
  const of = (seat: string): number => points?.[seatNumber(seat)] ?? 0;
  return {
    headline: t('prompt.over'),
    mood: mood(),
    standings: seats
      .map(({ seat }) => seat)
      .sort((a, b) => rank(a) - rank(b) || of(b) - of(a))
      .map((seat) => ({
        seat,
        mark: best.includes(seat) ? t('end.winner') : worst.includes(seat) ? t('end.lost') : '',
        look: best.includes(seat) ? 'best' : worst.includes(seat) ? 'worst' : undefined,
        points: points && of(seat),
      })),
  };
}
