/** What was chosen the last time a table was set up. */
import type { GameName } from '../lib/cards/kinds';
import { serverText, t } from '../lib/i18n.svelte';
import { api, ApiError } from '../lib/net/api';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { keepTable, planStart } from '../lib/tables';

export type Mode = 'bots' | 'friends' | 'device';

/** How many can play; the server checks it, this only fills the form. */
export const SEATS: Record<GameName, readonly [fewest: number, most: number]> = { karma: [2, 6], allin: [2, 5] };

export interface SetupChoice {
  players: number;
  level: string;
  foresight: boolean;
  follow: 'strict' | 'free';
  side: 'A' | 'B';
  discard: 'standard' | 'shadows' | 'closed_eye';
  heirs: boolean;
  cards: Record<string, string[]>;
  clock: number | null;
  public: boolean;
  spectators: boolean;
  chat: boolean;
  hints: boolean;
}

function fresh(): SetupChoice {
  return {
    players: 4,
    level: 'greedy',
    foresight: false,
    follow: 'strict',
    side: 'A',
    discard: 'standard',
    heirs: false,
    cards: {},
    clock: null,
    public: false,
    spectators: true,
    chat: false,
    hints: true,
  };
}

export function lastSetup(game: GameName): SetupChoice {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`fatum.setup.${game}`) ?? '{}');
    const base = fresh();
    for (const key of Object.keys(base) as (keyof SetupChoice)[]) {
      const value = (found as Record<string, unknown>)?.[key];
      if (typeof value === typeof base[key] || (key === 'clock' && typeof value === 'number')) Object.assign(base, { [key]: value });
    }
    const [fewest, most] = SEATS[game];
    base.players = Math.min(most, Math.max(fewest, base.players));
    return base;
  } catch {
    return fresh();
  }
}

export function keepSetup(game: GameName, setup: SetupChoice): void {
  try {
    localStorage.setItem(`fatum.setup.${game}`, JSON.stringify(setup));
  } catch {
    // Only a convenience.
  }
}

function optionsOf(game: GameName, setup: SetupChoice): Record<string, unknown> {
  const options: Record<string, unknown> = { players: setup.players };
  if (game === 'karma') {
    if (setup.foresight) options.foresight = true;
    if (setup.follow !== 'strict') options.table_card_follow_up = setup.follow;
  } else {
    if (setup.side !== 'A') options.side = setup.side;
    if (setup.discard !== 'standard') options.discard = setup.discard;
    if (setup.heirs) options.heirs = true;
    if (Object.keys(setup.cards).length) options.cards = setup.cards;
  }
  return options;
}

/** Open a table and go there; the text of what went wrong, or ''. */
export async function openTable(game: GameName, mode: Mode, setup: SetupChoice, others: string[] = []): Promise<string> {
  const friends = mode === 'friends';
  const name = settings.name.trim() || t('setup.name.default');
  try {
    const { table } = await api.open({
      game,
      name,
      options: optionsOf(game, setup),
      settings: {
        move_time: setup.clock,
        public: friends && setup.public,
        spectators: setup.spectators,
        chat: friends && setup.chat,
        hints: setup.hints,
      },
      // Against bots the game begins at once.
      ...(mode === 'bots' ? { bots: [setup.level], start: true } : {}),
    });
    let slot = 1;
    for (const other of others) await api.sit(table, other, slot++);
    keepTable({ id: table, game, ...(others.length ? { local: [name, ...others] } : {}) });
    if (mode === 'device') planStart(table, setup.level);
    router.go(`/t/${table}`);
    return '';
  } catch (error) {
    return refusalText(error);
  }
}

export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.code === 'offline' ? t('net.server') : t('net.problem', { text: serverText(error.message || error.code) });
}
