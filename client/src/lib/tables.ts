/** The tables this device has a seat at, kept so that a game can be found again. */
export interface Kept {
  id: string;
  game: string;
  /** Names by seat, where several people play on this device. */
  local?: string[];
}

const KEY = 'fatum.tables';
const MOST = 8;

export function keptTables(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(found)) return [];
    return found.filter(
      (each): each is Kept => typeof each?.id === 'string' && typeof each.game === 'string',
    );
  } catch {
    return [];
  }
}

function write(tables: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // Without storage a table is found again by its link.
  }
}

export function keepTable(table: Kept): void {
  if (hasMoved(table.id)) writeMoved(movedTables().filter((id) => id !== table.id));
  write([table, ...keptTables().filter((each) => each.id !== table.id)]);
}

export function dropTable(id: string): void {
  write(keptTables().filter((each) => each.id !== id));
}

/** Tables whose seat was taken along to another device. */
const MOVED = 'fatum.moved';

function movedTables(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(MOVED) ?? '[]');
    return Array.isArray(found) ? found.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function writeMoved(ids: string[]): void {
  try {
    localStorage.setItem(MOVED, JSON.stringify(ids.slice(0, MOST)));
  } catch {
    // Then it is said only once.
  }
}

export const hasMoved = (id: string): boolean => movedTables().includes(id);

export function seatMoved(id: string): void {
  dropTable(id);
  writeMoved([id, ...movedTables().filter((each) => each !== id)]);
}

/** A table that was opened to play against bots begins by itself, once. */
export function planStart(id: string, level: string): void {
  try {
    sessionStorage.setItem(`fatum.start.${id}`, level);
  } catch {
    // Then the player presses Start.
  }
}

export function plannedStart(id: string): string | null {
  try {
    const level = sessionStorage.getItem(`fatum.start.${id}`);
    sessionStorage.removeItem(`fatum.start.${id}`);
    return level;
  } catch {
    return null;
  }
}
