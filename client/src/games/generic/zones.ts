/**
 * What lies where, read from the view of any game: lists of cards are zones, a list with one entry
 * for each seat belongs to the seats, everything else is a fact. Nothing here knows a rule.
 */

export interface Zone {
  name: string;
  cards: string[];
}

export interface Fact {
  name: string;
  value: string | number | true;
}

export interface Place {
  zones: Zone[];
  facts: Fact[];
}

export interface Layout {
  middle: Place;
  seats: Place[];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const emptyPlace = (): Place => ({ zones: [], facts: [] });

export class ViewReader {
  readonly #seats: number;
  readonly #isCard: (text: string) => boolean;
  /** Whether a list was seen that can only be one or the other: a pile may once be as long as there are seats. */
  readonly #bySeat = new Map<string, boolean>();

  constructor(seats: number, isCard: (text: string) => boolean) {
    this.#seats = seats;
    this.#isCard = isCard;
  }

  read(view: object): Layout {
    const layout: Layout = {
      middle: emptyPlace(),
      seats: Array.from({ length: this.#seats }, emptyPlace),
    };
    for (const [name, value] of Object.entries(view)) this.#put(name, value, layout, layout.middle);
    return layout;
  }

  #put(name: string, value: unknown, layout: Layout, place: Place): void {
    if (Array.isArray(value)) {
      if (place === layout.middle && this.#isBySeat(name, value)) {
        // A seat that has no card yet has a place for it, so that nothing jumps when it comes.
        const places = value.every((each) => each === null || (isText(each) && this.#isCard(each)));
        value.forEach((each, seat) =>
          this.#put(name, each === null && places ? [] : each, layout, layout.seats[seat]!),
        );
      } else this.#putList(name, value, layout, place);
    } else if (isObject(value)) {
      // The seats of a list of seats need not be called seats.
      const named = (key: string): string => (place === layout.middle ? `${name} ${key}` : key);
      for (const [key, each] of Object.entries(value)) this.#put(named(key), each, layout, place);
    } else if (isText(value) && this.#isCard(value)) place.zones.push({ name, cards: [value] });
    else if (isText(value) || typeof value === 'number' || value === true) place.facts.push({ name, value });
  }

  #putList(name: string, list: unknown[], layout: Layout, place: Place): void {
    if (list.some((each) => Array.isArray(each) || isObject(each))) {
      list.forEach((each, index) => this.#put(`${name} ${index + 1}`, each, layout, place));
      return;
    }
    const texts = list.filter((each) => each !== null).map(String);
    if (texts.every(this.#isCard)) place.zones.push({ name, cards: texts });
    else if (texts.length) place.facts.push({ name, value: texts.join(', ') });
  }

  #isBySeat(name: string, list: unknown[]): boolean {
    const known = this.#bySeat.get(name);
    if (known !== undefined) return known;
    const fits = list.length === this.#seats;
    const cards = list.every((each) => isText(each) && this.#isCard(each));
    // A row of cards is a pile unless it was seen with gaps.
    const bySeat = fits && !cards;
    if (!fits || list.includes(null)) this.#bySeat.set(name, bySeat);
    return bySeat;
  }
}
