/** What a game of Karma is remembered for, and the order in which the players got out. */
import { standOut, type Claim } from '../../lib/after/awards';
import { t } from '../../lib/i18n.svelte';
import type { Step } from '../../lib/replay/timeline';
import type { Award, Review, Standing } from '../game';
import { karmaRows } from './scores';

/** A pile that is worth a word. */
const LARGE = 5;

function awards(steps: readonly Step[]): Award[] {
  const rows = karmaRows(steps);
  const events = steps.flatMap(({ update }) => update.events ?? []);
  const found: Award[] = [];
  const sizes = (kind: string, who: 'seat' | 'other'): Claim[] =>
    events
      .filter((event) => event.event === kind && (event.cards?.length ?? 0) >= LARGE)
      .map((event) => ({ seat: event[who] ?? '', value: event.cards?.length ?? 0 }));

  const pile = standOut([...sizes('take', 'seat'), ...sizes('give', 'other')], rows.length);
  if (pile)
    found.push({
      seats: pile.seats,
      title: t('award.pile'),
      text: t('award.pile.text', { count: pile.value }),
    });
  const gift = standOut(sizes('give', 'seat'), rows.length);
  if (gift)
    found.push({
      seats: gift.seats,
      title: t('award.gift'),
      text: t('award.gift.text', { count: gift.value }),
    });
  const burns = standOut(
    rows.map((row) => ({ seat: row.seat, value: row.burns })),
    rows.length,
  );
  if (burns)
    found.push({
      seats: burns.seats,
      title: t('award.burns'),
      text: t('award.burns.text', { count: burns.value }),
    });
  const light = standOut(
    rows.map((row) => ({ seat: row.seat, value: row.piles === 0 ? 1 : 0 })),
    rows.length,
  );
  if (light) found.push({ seats: light.seats, title: t('award.light'), text: t('award.light.text') });
  return found;
}

/** The first one out has done best. */
function finish(steps: readonly Step[], standings: readonly Standing[]): Standing[] {
  const undecided = !standings.some((standing) => standing.look === 'worst');
  return karmaRows(steps).flatMap(({ seat, out }, place) => {
    const standing = standings.find((each) => each.seat === seat);
    if (!standing) return [];
    if (undecided || place > 0 || out === null) return [standing];
    return [{ ...standing, mark: t('end.first'), look: 'best' as const }];
  });
}

export const review: Review = { finish, awards };
