/** What a game of All In is remembered for. The server has scored; this only compares. */
import { standOut } from '../../lib/after/awards';
import { t } from '../../lib/i18n.svelte';
import { handName } from '../../lib/names';
import type { Step } from '../../lib/replay/timeline';
import type { Award, Review } from '../game';
import { allInRounds, type RoundRow } from './scores';
import { roundName } from './words';

function awards(steps: readonly Step[]): Award[] {
  const rounds = allInRounds(steps);
  const players = steps[0]?.picture.table.seats.length ?? 0;
  const rows = rounds.flatMap(({ round, rows }) => rows.map((row) => ({ ...row, round })));
  const found: Award[] = [];
  /** The best single row of the game; the first one, where a player has several. */
  const best = (value: (row: RoundRow) => number): ((typeof rows)[number] & { seats: string[] }) | null => {
    const first = standOut(
      rows.map((row) => ({ seat: row.seat, value: value(row) })),
      players,
    );
    const row = first && rows.find((each) => each.seat === first.seats[0] && value(each) === first.value);
    return first && row ? { ...row, seats: first.seats } : null;
  };

  const right = standOut(
    [...new Set(rows.map((row) => row.seat))].map((seat) => ({
      seat,
      value: rows.filter((row) => row.seat === seat && row.right).length,
    })),
    players,
  );
  if (right && rounds.length > 1)
    found.push({
      seats: right.seats,
      title: t('award.reader'),
      text: t('award.reader.text', { right: right.value, count: rounds.length }),
    });
  const pot = best((row) => (row.right ? row.pot : 0));
  if (pot)
    found.push({
      seats: pot.seats,
      title: t('award.prediction'),
      text: t('award.runes', { round: roundName(pot.round), count: pot.pot }),
    });
  const hand = best((row) => row.pay);
  if (hand)
    found.push({
      seats: hand.seats,
      title: t('award.hand'),
      text: t('award.hand.text', { hand: handName(hand.said), count: hand.pay }),
    });
  const bold = best((row) => (row.allIn ? row.pot + row.pay : 0));
  if (bold)
    found.push({
      seats: bold.seats,
      title: t('award.allin'),
      text: t('award.runes', { round: roundName(bold.round), count: bold.pot + bold.pay }),
    });
  return found;
}

export const review: Review = { awards };
