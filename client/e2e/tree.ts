/**
 * A player that sees only the accessibility tree: roles, names and states, as a screen reader has them. It
 * acts by giving a button the focus and pressing Enter.
 */
import type { Page } from 'playwright-core';
import { text } from './places';

interface Node {
  role: string;
  name: string;
  states: string;
  /** `role name` of everything around it. */
  inside: string[];
}

const LINE = /^(\s*)- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]+\])*)/;

/** The tree as a list; only what has a role and a name is of use. */
export function readTree(snapshot: string): Node[] {
  const around: { indent: number; label: string }[] = [];
  return snapshot.split('\n').flatMap((line) => {
    const found = LINE.exec(line);
    if (!found) return [];
    const [, space = '', role = '', name = '', states = ''] = found;
    while (around.length && around.at(-1)!.indent >= space.length) around.pop();
    const inside = around.map(({ label }) => label);
    around.push({ indent: space.length, label: `${role} ${name}` });
    // A name with a colon stands in quotation marks of its own, in which an apostrophe is doubled.
    return [{ role, name: name.replaceAll("''", "'").replaceAll('\\"', '"'), states, inside }];
  });
}

/** The same numbers for the same seed, so that a failing game can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PATIENCE = 90_000;

export class TreePlayer {
  readonly #page: Page;
  readonly #random: () => number;

  constructor(page: Page, random: () => number) {
    this.#page = page;
    this.#random = random;
  }

  /** Play to the end; how many choices were made. */
  async play(): Promise<number> {
    let choices = 0;
    let waited = Date.now();
    for (;;) {
      const tree = await this.#look();
      const next = this.#decide(tree);
      if (next === 'end') return choices;
      if (next === null) {
        if (Date.now() - waited > PATIENCE)
          throw new Error(`nothing can be chosen:\n${await this.#page.locator('body').ariaSnapshot()}`);
        await this.#page.waitForTimeout(40);
        continue;
      }
      waited = Date.now();
      choices += 1;
      await this.#press(next, tree);
    }
  }

  async #look(): Promise<Node[]> {
    return readTree(await this.#page.locator('body').ariaSnapshot());
  }

  /** Press a button, and again if it was too soon for the question; then the tree has changed. */
  async #press({ role, name, inside }: Node, tree: Node[]): Promise<void> {
    const twins = tree.filter((node) => node.role === role && node.name === name);
    const place = Math.max(
      0,
      twins.findIndex((node) => node.inside.join() === inside.join()),
    );
    const before = JSON.stringify(tree);
    const button = this.#page.getByRole('button', { name, exact: true }).nth(place);
    for (let tries = 0; tries < 20; tries += 1) {
      try {
        await button.press('Enter', { timeout: 2000 });
      } catch {
        return; // it has gone: others have moved
      }
      for (let looks = 0; looks < 8; looks += 1) {
        if (JSON.stringify(await this.#look()) !== before) return;
        await this.#page.waitForTimeout(50);
      }
    }
    throw new Error(`"${name}" does nothing:\n${await this.#page.locator('body').ariaSnapshot()}`);
  }

  #draw(from: readonly Node[]): Node | null {
    return from[Math.floor(this.#random() * from.length)] ?? null;
  }

  #decide(tree: readonly Node[]): Node | 'end' | null {
    const dialog = tree.find((node) => node.role === 'dialog');
    if (dialog)
      return this.#inDialog(tree.filter(({ inside }) => inside.some((at) => at.startsWith('dialog'))));
    const buttons = tree.filter((node) => node.role === 'button');
    const within = (place: string): Node[] =>
      buttons.filter(({ inside }) => inside.some((each) => each === place));
    const usable = (place: string): Node[] =>
      within(place).filter(({ states }) => !states.includes('disabled') && !states.includes('pressed'));
    // The hands of a round lie over the table until one has seen them.
    const on = buttons.find(({ name }) => name.startsWith(text('table.continue')));
    if (on) return on;
    const asking = within(`region ${text('table.prompt')}`);
    const sure = asking.find(({ name }) => name === text('table.confirm'));
    if (sure) return sure;
    // A second press while the first was on its way is answered by a rule, which is read and closed.
    const read = asking.find(({ name }) => name === text('table.close'));
    if (read) return read;
    if (!asking.some(({ name }) => name === text('table.hint'))) return null;
    const moves = within(`group ${text('table.actions')}`);
    const hand = usable(`group ${text('table.hand')}`);
    const own = usable(`group ${text('karma.table')}`);
    const begun = buttons.some(({ states }) => states.includes('pressed'));
    if (tree.some(({ role, name }) => role === 'heading' && name === text('game.karma')))
      return this.#inKarma(moves, [...hand, ...own], begun);
    const board = [`list ${text('allin.river')}`, `list ${text('allin.revealed')}`].flatMap(usable);
    return this.#inAllIn(moves, hand, board, begun);
  }

  #inDialog(nodes: readonly Node[]): Node | 'end' | null {
    if (nodes.some(({ role, name }) => role === 'link' && name === text('end.record'))) return 'end';
    const buttons = nodes.filter((node) => node.role === 'button');
    return buttons.find(({ name }) => name === text('table.continue')) ?? buttons[0] ?? null;
  }

  /** Games must end: low cards first, and the pile is taken only where nothing else can be done. */
  #inKarma(moves: Node[], cards: Node[], begun: boolean): Node | null {
    if (begun && moves.length) return moves.at(-1)!;
    const value = ({ name }: Node): number => Number.parseInt(name, 10) || 20;
    const low = [...cards].sort((a, b) => value(a) - value(b));
    if (low.length) return this.#draw(low.slice(0, this.#random() < 0.8 ? 1 : low.length));
    return this.#draw(moves);
  }

  #inAllIn(moves: Node[], hand: Node[], board: Node[], begun: boolean): Node | null {
    // A swap takes a card of the hand and one of the river.
    if (hand.length && !begun) return this.#draw(moves.length && this.#random() < 0.1 ? moves : hand);
    if (moves.length && (!board.length || (!begun && this.#random() < 0.5))) return this.#draw(moves);
    return this.#draw(board) ?? this.#draw(hand);
  }
}
