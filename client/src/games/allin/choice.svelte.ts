/** What a player of All In has begun to choose, and what can be chosen. */
import { t } from '../../lib/i18n.svelte';
import { cardName, playerName } from '../../lib/names';
import type { Action } from '../../lib/table/Ask.svelte';
import type { Play } from '../../lib/table/play.svelte';
import { viewOf } from './view';

const HAND_WORDS = ['play', 'hide', 'discard'] as const;

export class Choice {
  /** A swap needs a hand card and a place; the one that is chosen first waits for the other. */
  hand: string | null = $state(null);
  place: string | null = $state(null);
  #play: Play;

  constructor(play: Play) {
    this.#play = play;
  }

  forget(): void {
    this.hand = null;
    this.place = null;
  }

  handInvites(card: string): boolean {
    return this.#handWord(card) !== undefined || this.#canSwap(card, this.place);
  }

  handAdvised(card: string): boolean {
    return this.#play.advises(card, ...HAND_WORDS, 'swap');
  }

  placeInvites(place: string): boolean {
    return this.#play.can(`take ${place}`) || this.#canSwap(this.hand, place);
  }

  placeAdvised(place: string): boolean {
    return this.#play.advises(place, 'take', 'swap');
  }

  /** The move that chooses this player. */
  targetOf(seat: string): string | null {
    return (
      [`hypnosis ${seat}`, `eye ${seat}`, `predict ${seat}`].find((move) => this.#play.can(move)) ?? null
    );
  }

  pickHand(card: string): void {
    const play = this.#play;
    const word = this.#handWord(card);
    if (word) {
      play.choose(`${word} ${card}`, t(`allin.do.${word}`, { card: cardName(card) }));
    } else if (this.#canSwap(card, this.place)) {
      this.hand = this.hand === card ? null : card;
      this.#swap();
    } else if (play.prompt === null && viewOf(play.show.picture).phase !== 'over') {
      play.peek = card;
    } else {
      void play.wonder(`play ${card}`);
    }
  }

  pickPlace(place: string, card: string | undefined): void {
    const play = this.#play;
    if (play.can(`take ${place}`)) {
      play.choose(`take ${place}`, t('allin.do.take', { card: cardName(card ?? '?') }));
    } else if (this.#canSwap(this.hand, place)) {
      this.place = this.place === place ? null : place;
      this.#swap();
    } else if (card && card !== '?') {
      play.peek = card;
    }
  }

  pickRevealed(card: string): void {
    const play = this.#play;
    if (play.can(`keep ${card}`)) play.choose(`keep ${card}`, t('allin.do.keep', { card: cardName(card) }));
    else if (card !== '?') play.peek = card;
  }

  actions(): Action[] {
    const play = this.#play;
    const { picture } = play.show;
    const found: Action[] = [];
    for (const word of ['hypnosis', 'eye'] as const) {
      for (const seat of play.after(word))
        found.push({ move: `${word} ${seat}`, label: playerName(picture, seat) });
    }
    for (const seat of play.after('predict')) {
      const own = seat === picture.you.seat;
      const name = playerName(picture, seat);
      found.push({
        move: `predict ${seat}`,
        label: own ? t('allin.do.predict.you') : name,
        question: own ? t('allin.do.predict.self') : t('allin.do.predict', { name }),
      });
    }
    for (const word of ['draw', 'reveal', 'rune'] as const) {
      if (play.can(word)) found.push({ move: word, label: t(`allin.do.${word}`), look: 'main' });
    }
    if (play.can('pass')) found.push({ move: 'pass', label: t('allin.do.pass') });
    if (play.can('all in'))
      found.push({
        move: 'all in',
        label: t('allin.do.allin'),
        great: true,
        question: t('allin.do.allin.sure'),
      });
    if (play.can('skip')) found.push({ move: 'skip', label: t('allin.do.skip') });
    return found;
  }

  #handWord(card: string): (typeof HAND_WORDS)[number] | undefined {
    return HAND_WORDS.find((word) => this.#play.can(`${word} ${card}`));
  }

  #canSwap(card: string | null, place: string | null): boolean {
    return this.#play
      .after('swap')
      .map((rest) => rest.split(' '))
      .some(([from, to]) => (card === null || from === card) && (place === null || to === place));
  }

  #swap(): void {
    const { hand, place } = this;
    if (!hand || !place) return;
    const view = viewOf(this.#play.show.picture);
    const other = place === 'discard' ? view.discard.at(-1) : view.river[Number(place) - 1]?.at(-1);
    this.#play.choose(
      `swap ${hand} ${place}`,
      t('allin.do.swap', { card: cardName(hand), other: cardName(other ?? '?') }),
    );
    this.forget();
  }
}
