/** The finished games that were played on this device, newest first; kept in the browser only. */

export interface Finisher {
  name: string;
  /** The player of this device. */
  own?: true;
  look?: 'best' | 'worst';
  points?: number;
}

export interface Played {
  /** The table it was played at. */
  id: string;
  game: string;
  /** When it ended, in milliseconds. */
  at: number;
  /** The table of the first game; rematches belong to it. */
  series: string;
  /** In finishing order. */
  players: Finisher[];
  /** The server has it no longer. */
  gone?: true;
}

const KEY = 'fatum.played';
export const MOST_PLAYED = 50;

const isPlayed = (each: unknown): each is Played => {
  const found = each as Partial<Played> | null;
  return (
    typeof found?.id === 'string' &&
    typeof found.game === 'string' &&
    typeof found.at === 'number' &&
    typeof found.series === 'string' &&
    Array.isArray(found.players) &&
    found.players.every((player) => typeof player?.name === 'string')
  );
};

export function playedGames(): Played[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter(isPlayed) : [];
  } catch {
    return [];
  }
}

function write(games: Played[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST_PLAYED)));
  } catch {
    // Without storage nothing is remembered.
  }
}

/** Keep a finished game; one that is known already keeps its date and its place. */
export function keepPlayed(game: Omit<Played, 'series'>, previous: string | null): Played {
  const games = playedGames();
  const known = games.findIndex((each) => each.id === game.id);
  const series = games.find((each) => each.id === previous)?.series ?? previous ?? game.id;
  const kept: Played = { ...game, series, at: games[known]?.at ?? game.at };
  if (known < 0) games.unshift(kept);
  else games[known] = kept;
  write(games);
  return kept;
}

/** The server has said that it does not have this game any more. */
export function markGone(id: string): void {
  write(playedGames().map((each) => (each.id === id ? { ...each, gone: true } : each)));
}

export function dropPlayed(id: string): void {
  write(playedGames().filter((each) => each.id !== id));
}

export function dropAllPlayed(): void {
  write([]);
}

/** The games of one series, the first one first. */
export function seriesOf({ series }: Pick<Played, 'series'>): Played[] {
  return playedGames()
    .filter((each) => each.series === series)
    .reverse();
}

export interface TallyRow {
  name: string;
  own: boolean;
  best: number;
  worst: number;
  points: number;
}

/** What a series has brought each player so far, the most successful first. */
export function tallyOf(games: readonly Played[]): TallyRow[] {
  const rows = new Map<string, TallyRow>();
  for (const { players } of games)
    for (const { name, own = false, look, points = 0 } of players) {
      const key = own ? '' : name;
      const row = rows.get(key) ?? { name, own, best: 0, worst: 0, points: 0 };
      row.name = name;
      if (look === 'best') row.best += 1;
      if (look === 'worst') row.worst += 1;
      row.points += points;
      rows.set(key, row);
    }
  return [...rows.values()].sort((a, b) => b.best - a.best || a.worst - b.worst || b.points - a.points);
}
