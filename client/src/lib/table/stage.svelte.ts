/** Where cards are on the screen, and how they are seen travelling. */
import type { Attachment } from 'svelte/attachments';
import type { Flight, Plan } from './journeys';

export interface Ghost {
  id: number;
  card: string;
  flip: boolean;
}

interface Spot {
  x: number;
  y: number;
  width: number;
}

const TRAVEL = 280;
const FLIP = 200;
const BURN = 1000;
/** How small a card gets in another player's hand. */
const SEAT = 34;
/** More cards than this at once are only a blur, so the rest just arrives. */
const MOST_GHOSTS = 12;

export class Stage {
  ghosts: Ghost[] = $state.raw([]);
  #cards = new Map<number, HTMLElement>();
  #anchors = new Map<string, HTMLElement>();
  #ghostElements = new Map<number, HTMLElement>();
  #running = new Set<Animation>();
  #pointed: HTMLElement[] = [];
  #nextGhost = 1;

  /** Marks the element that shows a token. */
  card(token: number): Attachment<HTMLElement> {
    return (element) => {
      this.#cards.set(token, element);
      return () => {
        if (this.#cards.get(token) === element) this.#cards.delete(token);
      };
    };
  }

  /** Marks the element that stands for a zone. */
  anchor(zone: string): Attachment<HTMLElement> {
    return (element) => {
      this.#anchors.set(zone, element);
      return () => {
        if (this.#anchors.get(zone) === element) this.#anchors.delete(zone);
      };
    };
  }

  /** The element that shows a token, or that stands for a zone. */
  find(place: number | string): HTMLElement | undefined {
    return typeof place === 'number' ? this.#cards.get(place) : this.#anchors.get(place);
  }

  ghost(id: number): Attachment<HTMLElement> {
    return (element) => {
      this.#ghostElements.set(id, element);
      return () => this.#ghostElements.delete(id);
    };
  }

  /** Where a zone is now. */
  spot(zone: string): { x: number; y: number } | null {
    const element = this.#anchors.get(zone);
    return element ? spotOf(element) : null;
  }

  /** Light a player up until the answer is called. */
  point(seat: string): () => void {
    const element = this.#anchors.get(`seat:${seat}`);
    element?.classList.add('lit');
    return () => element?.classList.remove('lit');
  }

  /** Light up seats and cards, and nothing else. */
  pointAt(seats: readonly string[], tokens: readonly number[]): void {
    for (const element of this.#pointed.splice(0)) element.classList.remove('pointed');
    const elements = [
      ...seats.map((seat) => this.#anchors.get(`seat:${seat}`)),
      ...tokens.map((token) => this.#cards.get(token)),
    ];
    this.#pointed = elements.filter((element) => element !== undefined);
    for (const element of this.#pointed) element.classList.add('pointed');
  }

  /** Everything that is moving is there at once. */
  finish(): void {
    for (const animation of this.#running) animation.finish();
  }

  measure(): { cards: Map<number, Spot>; anchors: Map<string, Spot> } {
    const cards = new Map<number, Spot>();
    const anchors = new Map<string, Spot>();
    for (const [token, element] of this.#cards) cards.set(token, spotOf(element));
    for (const [zone, element] of this.#anchors)
      anchors.set(zone, spotOf(element, zone.startsWith('seat:') ? SEAT : 160));
    return { cards, anchors };
  }

  /**
   * Show a plan: `apply` puts the new picture on the screen, and the cards that went somewhere are
   * seen on their way. Ends when the last one has arrived.
   */
  async show(plan: Plan, apply: () => void, pace: number): Promise<void> {
    const before = this.measure();
    const flights = choose(plan.flights);
    const ghosts = flights.map((flight): Ghost => ({
      id: this.#nextGhost++,
      card: flight.card,
      flip: flight.flip,
    }));
    this.ghosts = ghosts;
    apply();
    const after = this.measure();
    const anchor = (zone: string): Spot | undefined => after.anchors.get(zone) ?? before.anchors.get(zone);
    const moving: Promise<unknown>[] = [];
    const traveled = new Set<number>();

    flights.forEach((flight, index) => {
      const element = this.#ghostElements.get(ghosts[index]!.id);
      const spots = flight.stops.map((stop, number) => {
        const early = number === 0;
        const own = stop.token === null ? undefined : (early ? before : after).cards.get(stop.token);
        return own ?? anchor(stop.zone) ?? anchor(stop.zone.split(':')[0]!);
      });
      if (!element || spots.some((spot) => spot === undefined)) {
        element?.style.setProperty('display', 'none');
        return;
      }
      const end = flight.stops.at(-1)!;
      const target = end.token === null ? undefined : this.#cards.get(end.token);
      if (end.token !== null) traveled.add(end.token);
      if (target) target.style.visibility = 'hidden';
      const arrival = this.#fly(element, flight, spots as Spot[], end.token !== null, pace);
      moving.push(
        arrival.finally(() => {
          if (target) target.style.visibility = '';
          element.style.display = 'none';
        }),
      );
    });

    // Cards that only made room slide to their new place.
    for (const [token, spot] of after.cards) {
      const old = before.cards.get(token);
      if (!old || traveled.has(token) || flights.some((flight) => flight.stops[0]!.token === token)) continue;
      const [x, y] = [old.x - spot.x, old.y - spot.y];
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      const element = this.#cards.get(token);
      if (element) {
        this.#run(
          element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
            duration: TRAVEL * pace,
            easing: 'cubic-bezier(.2,.7,.3,1)',
          }),
        );
      }
    }
    await Promise.allSettled(moving);
    if (this.ghosts === ghosts) this.ghosts = [];
  }

  #run(animation: Animation): Promise<unknown> {
    this.#running.add(animation);
    return animation.finished
      .catch(() => undefined)
      .finally(() => {
        this.#running.delete(animation);
        animation.cancel();
      });
  }

  #fly(element: HTMLElement, flight: Flight, spots: Spot[], lands: boolean, pace: number): Promise<unknown> {
    const last = spots.at(-1)!;
    const width = Math.max(...spots.map((spot) => spot.width));
    element.style.inlineSize = `${width}px`;
    const place = (spot: Spot, extra = ''): string =>
      `translate(${spot.x - width / 2}px, ${spot.y - width * 0.7}px) scale(${spot.width / width})${extra}`;
    const burn = flight.burn ? BURN : 0;
    const arriveAt = flight.stops.at(-1)!.at + TRAVEL + burn;
    const frames: Keyframe[] = [];
    const frame = (time: number, values: Keyframe): void => {
      frames.push({ ...values, offset: Math.min(1, time / arriveAt) });
    };
    const begin = flight.stops[0]!.at;
    frame(0, { transform: place(spots[0]!), opacity: 1 });
    if (begin > 0)
      frame(begin, { transform: place(spots[0]!), opacity: 1, easing: 'cubic-bezier(.2,.7,.3,1)' });
    for (let index = 1; index < spots.length; index++) {
      const at = index === 1 ? begin : flight.stops[index]!.at;
      const spot = spots[index]!;
      if (flight.burn && index === spots.length - 1) break;
      if (index > 1) frame(at, { transform: place(spots[index - 1]!), opacity: 1 });
      const gone = index === spots.length - 1 && !lands;
      frame(at + TRAVEL, { transform: place(spot), opacity: gone ? 0.1 : 1 });
    }
    if (flight.burn) {
      const pile = spots.at(-2) ?? last;
      const at = flight.stops.at(-1)!.at;
      const angle = Math.random() * 2 * Math.PI;
      const aside = {
        ...pile,
        x: pile.x + Math.cos(angle) * pile.width * 0.9,
        y: pile.y + Math.sin(angle) * pile.width * 0.5,
      };
      frame(at, { transform: place(pile), opacity: 1 });
      frame(at + BURN * 0.45, { transform: place(aside, ` rotate(${angle * 20 - 60}deg)`), opacity: 1 });
      frame(arriveAt, {
        transform: place({ ...aside, y: aside.y - pile.width * 0.7, width: pile.width * 0.4 }),
        opacity: 0,
      });
    }
    const timing = { duration: arriveAt * pace, easing: 'cubic-bezier(.2,.7,.3,1)', fill: 'both' as const };
    if (flight.flip) {
      const options = {
        delay: (begin + (TRAVEL - FLIP) / 2) * pace,
        duration: FLIP * pace,
        fill: 'both' as const,
      };
      const inner = element.firstElementChild;
      const cover = inner?.lastElementChild;
      if (inner)
        void this.#run(
          inner.animate(
            [{ transform: 'scaleX(1)' }, { transform: 'scaleX(.02)' }, { transform: 'scaleX(1)' }],
            options,
          ),
        );
      if (cover)
        void this.#run(
          cover.animate(
            [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.51 }, { opacity: 0 }],
            options,
          ),
        );
    }
    return this.#run(element.animate(frames, timing));
  }
}

function spotOf(element: HTMLElement, most = 400): Spot {
  const box = element.getBoundingClientRect();
  return {
    x: box.left + box.width / 2,
    y: box.top + box.height / 2,
    width: Math.min(element.offsetWidth || box.width, most),
  };
}

/** Of very many flights the last ones are shown: those that end on top. */
function choose(flights: Flight[]): Flight[] {
  return flights.length <= MOST_GHOSTS ? flights : flights.slice(-MOST_GHOSTS);
}
