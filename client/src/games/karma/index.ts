import { KARMA_KINDS } from '../../lib/cards/kinds';
import type { Game, Script } from '../game';
import { tutorial } from '../tutorial';
import Back from './Back.svelte';
import Front from './Front.svelte';
import { equal } from './names';
import './theme.css';

export const karma: Game = {
  name: 'karma',
  players: [2, 6],
  fan: ['2', '7', 'BU', '12', '16'],
  deck: [...Array.from({ length: 16 }, (_, index) => String(index + 1)), ...KARMA_KINDS],
  samples: ['3', '14', 'BU'],
  phrases: KARMA_KINDS,
  equal,
  colours: ['#f6f3ec', '#171b1f'],
  Front,
  Back,
  parts: async () => (await import('./parts')).parts,
  setup: async () => (await import('./setup')).setup,
  pictures: () => import('./Pictures.svelte'),
  tutorial: tutorial(import.meta.glob<Script>('./tutorial/*.json', { import: 'default' }), [
    'table',
    'pile',
    'burn',
    'karma',
    'tablecard',
    'end',
  ]),
};
