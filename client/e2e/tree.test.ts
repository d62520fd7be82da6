/** Whole games by the accessibility tree alone; `FATUM_TREE_GAMES` says how many of each. */
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { GAMES, openTable } from './places';
import { stand } from './stand';
import { readTree, seeded, TreePlayer } from './tree';

const TIMES = Number(process.env.FATUM_TREE_GAMES ?? 1);
const SEED = Number(process.env.FATUM_TREE_SEED ?? 17);

test('the tree is read with its roles, names, states and places', () => {
  const tree = readTree(
    [
      '- region "Hand":',
      '  - list:',
      '    - listitem:',
      `      - 'button "7: it''s low" [pressed] [disabled]'`,
      '- button "Menu"',
    ].join('\n'),
  );
  expect(tree.at(-2)).toEqual({
    role: 'button',
    name: "7: it's low",
    states: ' [pressed] [disabled]',
    inside: ['region Hand', 'list ', 'listitem '],
  });
  expect(tree.at(-1)).toMatchObject({ role: 'button', name: 'Menu', inside: [] });
});

describe.skipIf(NO_BROWSER)('by the accessibility tree alone', () => {
  const { arrive } = stand();

  test.each(
    GAMES.flatMap((game) => Array.from({ length: TIMES }, (_, index) => [game, SEED + index] as const)),
  )('%s, seed %i: a whole game', async (game, seed) => {
    const ann = await arrive({ screen: seed % 2 ? 'desktop' : 'phone' });
    await openTable(ann, game, 'play.how', { name: 'Ann', players: 2 + (seed % 2) });
    const choices = await new TreePlayer(ann.page, seeded(seed)).play();
    expect(choices).toBeGreaterThan(8);
  });
});
