import { RANKS, RUNE_CARD, SUITS } from '../../lib/cards/kinds';
import { t } from '../../lib/i18n.svelte';
import type { Game, Script } from '../game';
import { tutorial } from '../tutorial';
import Back from './Back.svelte';
import Front from './Front.svelte';
import './theme.css';

export const allin: Game = {
  name: 'allin',
  players: [2, 5],
  fan: ['10T', 'JM', 'QS', 'KC', 'AM'],
  deck: [...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)), RUNE_CARD],
  about: () => t('cards.reconstruction'),
  samples: ['9C', 'QM', 'AT'],
  equal: (card, times) =>
    card === RUNE_CARD ? { key: 'card.allin.Ru.many', values: { count: times } } : null,
  colours: ['#f4f0e6', '#14121f'],
  Front,
  Back,
  parts: async () => (await import('./parts')).parts,
  setup: async () => (await import('./setup')).setup,
  pictures: () => import('./Pictures.svelte'),
  tutorial: tutorial(import.meta.glob<Script>('./tutorial/*.json', { import: 'default' }), [
    'turn',
    'effects',
    'river',
    'minds',
    'hands',
    'allin',
    'predict',
  ]),
};
