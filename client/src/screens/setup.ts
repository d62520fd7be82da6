/** What was chosen the last time a table was set up. */
import type { Options } from '../games/game';
import { findGame, loadParts } from '../games/registry';
import { t } from '../lib/i18n.svelte';
import { api } from '../lib/net/api';
import { server, USUAL_LEVEL } from '../lib/net/info.svelte';
import { refusalText } from '../lib/net/refusals';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { keepTable, planStart } from '../lib/tables';

export type Mode = 'bots' | 'friends' | 'device';

/** How many can play; the server checks it, this only fills the form. */
export function playerCounts(game: string): readonly number[] {
  const told = server.game(game)?.players;
  if (told) return told;
  const [fewest, most] = findGame(game).players;
  return Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
}

export interface SetupChoice {
  players: number;
  level: string;
  /** The game's own, apart from the number of players. */
  options: Options;
  clock: number | null;
  public: boolean;
  spectators: boolean;
  chat: boolean;
  hints: boolean;
}

function fresh(): SetupChoice {
  return {
    players: 4,
    level: USUAL_LEVEL,
    options: {},
    clock: null,
    public: false,
    spectators: true,
    chat: false,
    hints: true,
  };
}

export function lastSetup(game: string): SetupChoice {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`fatum.setup.${game}`) ?? '{}');
    const base = fresh();
    for (const key of Object.keys(base) as (keyof SetupChoice)[]) {
      const value = (found as Record<string, unknown>)?.[key];
      if (typeof value === typeof base[key] || (key === 'clock' && typeof value === 'number'))
        Object.assign(base, { [key]: value });
    }
    const counts = playerCounts(game);
    if (!counts.includes(base.players)) base.players = Math.min(base.players, counts.at(-1) ?? base.players);
    if (server.games && !server.levels.includes(base.level)) base.level = fresh().level;
    return base;
  } catch {
    return fresh();
  }
}

export function keepSetup(game: string, setup: SetupChoice): void {
  try {
    localStorage.setItem(`fatum.setup.${game}`, JSON.stringify(setup));
  } catch {
    // Only a convenience.
  }
}

/** Open a table and go there; the text of what went wrong, or ''. */
export async function openTable(
  game: string,
  mode: Mode,
  setup: SetupChoice,
  others: string[] = [],
): Promise<string> {
  const friends = mode === 'friends';
  const name = settings.name.trim() || t('setup.name.default');
  // What the table needs comes while the server opens it.
  loadParts(game).catch(() => undefined);
  try {
    const { table } = await api.open({
      game,
      name,
      options: { ...setup.options, players: setup.players },
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
