/** The games this client has a table for. Any other is played at the generic table. */
import type { Picture } from '../lib/model';
import { allin } from './allin';
import type { Game, GameParts } from './game';
import { generic } from './generic';
import { karma } from './karma';

export const GAMES: readonly Game[] = [allin, karma];

const loaded = new Map<string, GameParts>();

export const isKnown = (name: string): boolean => GAMES.some((game) => game.name === name);

export function findGame(name: string): Game {
  return GAMES.find((game) => game.name === name) ?? generic(name);
}

export async function loadParts(name: string): Promise<GameParts> {
  let parts = loaded.get(name);
  if (!parts) loaded.set(name, (parts = await findGame(name).parts()));
  return parts;
}

/** The parts of a game that is being shown. */
export function partsOf(picture: Picture): GameParts | undefined {
  return loaded.get(picture.table.game);
}

export function moveWords(move: string, picture: Picture): string {
  return partsOf(picture)?.moveWords(move, picture) ?? move;
}
