/** Which All In card has which effects: the usual table, or the one that the server sends. */
import { CARD_TABLE } from './cardtable.gen';
import { readEffect, type Effect } from './kinds';

class Table {
  texts: Readonly<Record<string, readonly string[]>> = $state.raw(CARD_TABLE);
  readonly effects: Record<string, Effect[]> = $derived(
    Object.fromEntries(
      Object.entries(this.texts).map(([card, texts]) => [
        card,
        texts.map(readEffect).filter((effect) => effect !== null),
      ]),
    ),
  );
}

const table = new Table();

/** The table of the game that is shown; `changes` are the cards that differ from the usual table. */
export function useCardTable(changes: Readonly<Record<string, readonly string[]>> = {}): void {
  table.texts = { ...CARD_TABLE, ...changes };
}

export function effectsOf(card: string): readonly Effect[] {
  return table.effects[card] ?? [];
}
