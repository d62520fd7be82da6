/** What a player of Karma has begun to choose, and what can be chosen. */
import { t } from '../../lib/i18n.svelte';
import { seatNumber } from '../../lib/model';
import { playerName } from '../../lib/names';
import type { Action } from '../../lib/table/Ask.svelte';
import type { Token } from '../../lib/table/journeys';
import type { Play } from '../../lib/table/play.svelte';
import { moveWords } from './moves';
import { viewOf } from './view';

const PLACES = 3;

const moveOf = (word: string, card: string, count: number): string =>
  count === 1 ? `${word} ${card}` : `${word} ${card} x${count}`;

export class Choice {
  /** While three cards are laid open they are chosen first, and laid together. */
  chosen: number[] = $state([]);
  /** A card of which one or several may be played, until it is said how many. */
  several: { from: 'play' | 'open'; card: string } | null = $state(null);
  #play: Play;

  constructor(play: Play) {
    this.#play = play;
  }

  get laying(): boolean {
    return viewOf(this.#play.show.picture).phase === 'lay';
  }

  /** How many cards are still to be laid open. */
  get missing(): number {
    const { picture } = this.#play.show;
    const own = picture.you.seat;
    const seat = own === null ? undefined : viewOf(picture).seats[seatNumber(own)];
    return this.laying && seat ? PLACES - seat.open.length : 0;
  }

  forget(): void {
    this.chosen = [];
    this.several = null;
  }

  invites({ card, id }: Token): boolean {
    return this.laying
      ? this.#play.can(`lay ${card}`) && (this.chosen.includes(id) || this.chosen.length < this.missing)
      : this.#play.can(`play ${card}`);
  }

  isSelected({ card, id }: Token): boolean {
    return this.chosen.includes(id) || (this.several?.from === 'play' && this.several.card === card);
  }

  pick(from: 'play' | 'open', card: string): void {
    const possible = this.#counts(from, card);
    if (possible.length === 0) void this.#play.wonder(`${from} ${card}`);
    else if (possible.length > 1)
      this.several = this.several?.card === card && this.several.from === from ? null : { from, card };
    else this.#play.choose(`${from} ${card}`, this.#words(`${from} ${card}`));
  }

  pickHand(token: Token): void {
    if (!this.laying) return this.pick('play', token.card);
    if (this.chosen.includes(token.id)) this.chosen = this.chosen.filter((each) => each !== token.id);
    else if (this.invites(token)) this.chosen = [...this.chosen, token.id];
    else if (this.#play.prompt === null) void this.#play.wonder(`lay ${token.card}`);
  }

  actions(): Action[] {
    const play = this.#play;
    if (play.prompt === null) return [];
    if (this.several) {
      const { from, card } = this.several;
      return this.#counts(from, card).map((count) => ({
        move: moveOf(from, card, count),
        label: this.#words(moveOf(from, card, count)),
        look: 'main' as const,
      }));
    }
    if (this.laying) {
      if (this.chosen.length !== this.missing || this.missing === 0) return [];
      const run = (): void => play.chooseAll(this.chosen.map((id) => `lay ${this.#cardOf(id)}`));
      return [{ move: '', label: t('karma.do.lay'), look: 'main', run }];
    }
    const found: Action[] = [];
    if (play.can('look')) found.push({ move: 'look', label: t('karma.do.look'), look: 'main' });
    if (play.can('no look')) found.push({ move: 'no look', label: t('karma.do.nolook') });
    for (const seat of play.after('give')) {
      const name = playerName(play.show.picture, seat);
      found.push({ move: `give ${seat}`, label: name, question: t('karma.do.give', { name }) });
    }
    if (play.can('take')) {
      found.push({
        move: 'take',
        label: t('karma.do.take.count', { count: viewOf(play.show.picture).pile.length }),
        look: play.legal.size === 1 ? 'main' : 'plain',
      });
    }
    return found;
  }

  #counts(word: string, card: string): number[] {
    return [1, 2, 3].filter((count) => this.#play.can(moveOf(word, card, count)));
  }

  #words(move: string): string {
    return moveWords(move, this.#play.show.picture) ?? move;
  }

  #cardOf(id: number): string {
    return (this.#play.show.zones.hand ?? []).find((token) => token.id === id)?.card ?? '';
  }
}
