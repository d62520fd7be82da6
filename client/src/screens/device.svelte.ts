/** Several people who share a device: who holds it, who is to have it next, and what each of them last saw. */
import { seatName, seatNumber } from '../lib/model';
import type { Kept } from '../lib/tables';

const LOOKED = 'fatum.looked.';

export class SharedDevice {
  /** Names by seat; '' is somebody whose seat is not here any more. */
  local: string[] = $state([]);
  /** Who looks at the screen; null until somebody has said so. */
  holder: string | null = $state(null);
  #key: string;
  #looked: Record<string, number>;

  constructor(kept: Kept | undefined, id: string) {
    this.local = [...(kept?.local ?? [])];
    this.#key = LOOKED + id;
    this.#looked = read(this.#key);
  }

  /** Whether the device goes from hand to hand. */
  get shared(): boolean {
    return this.local.filter(Boolean).length > 1;
  }

  get first(): string | null {
    const place = this.local.findIndex(Boolean);
    return place < 0 ? null : seatName(place);
  }

  has(seat: string): boolean {
    return this.name(seat) !== '';
  }

  name(seat: string): string {
    return this.local[seatNumber(seat)] ?? '';
  }

  /** Somebody else here than this one. */
  other(seat: string): string | null {
    const place = this.local.findIndex((name, place) => name !== '' && place !== seatNumber(seat));
    return place < 0 ? null : seatName(place);
  }

  /** The entry up to which somebody has seen the table. */
  lastSeen(seat: string): number {
    return this.#looked[seat] ?? 0;
  }

  /** Nobody looks any more; who did has seen everything up to this entry. */
  putDown(seq: number): void {
    if (this.holder) this.#looked[this.holder] = seq;
    this.holder = null;
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(this.#looked));
    } catch {
      // Then more is told than is new.
    }
  }

  drop(seat: string): void {
    this.local[seatNumber(seat)] = '';
    if (this.holder === seat) this.holder = null;
  }
}

function read(key: string): Record<string, number> {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, number>) : {};
  } catch {
    return {};
  }
}
