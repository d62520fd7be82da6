/** What a player has chosen for this device; kept in the browser only. */

export const DECKS = ['classic', 'four', 'contrast'] as const;
export type Deck = (typeof DECKS)[number];
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const SORTS = ['value', 'suit', 'dealt'] as const;
export type Sort = (typeof SORTS)[number];
export const LANGUAGES = ['en', 'de', 'nl', 'fr', 'sk'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each language is named in itself, so that it can be found from any other. */
export const TONGUES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  nl: 'Nederlands',
  fr: 'Français',
  sk: 'Slovenčina',
};

/** From calm to instant: how long a move is shown, relative to the usual. */
export const PACES = [2, 1.4, 1, 0.5, 0] as const;

interface Stored {
  name: string;
  theme: Theme;
  deck: Deck;
  sort: Sort;
  language: Language;
  /** An index into PACES. */
  pace: number;
  confirm: boolean;
  /** Moves without a real choice are made by themselves. */
  automatic: boolean;
  sound: boolean;
  /** Letters lead around at a table. */
  shortcuts: boolean;
  /** From 0 to 10. */
  volume: number;
  vibrate: boolean;
  log: boolean;
  /** Games whose tutorial is done or was declined. */
  learned: string[];
}

const KEY = 'fatum.settings';

function preferredLanguage(): Language {
  if (typeof navigator === 'undefined') return 'en';
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const found = LANGUAGES.find((language) => wanted.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return 'en';
}

function defaults(): Stored {
  return {
    name: '',
    theme: 'system',
    deck: 'classic',
    sort: 'value',
    language: preferredLanguage(),
    pace: 2,
    confirm: false,
    automatic: true,
    sound: false,
    shortcuts: true,
    volume: 6,
    vibrate: true,
    log: true,
    learned: [],
  };
}

/** Only known values of the right kind are taken over; anything else is the default. */
export function readStored(text: string | null): Stored {
  const base = defaults();
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return base;
  }
  if (typeof found !== 'object' || found === null) return base;
  const given = found as Record<string, unknown>;
  const choice = <T extends string>(key: string, values: readonly T[], fallback: T): T =>
    values.includes(given[key] as T) ? (given[key] as T) : fallback;
  const flag = (key: 'confirm' | 'automatic' | 'sound' | 'vibrate' | 'shortcuts' | 'log'): boolean =>
    typeof given[key] === 'boolean' ? given[key] : base[key];
  const pace = Number(given.pace);
  const volume = Number(given.volume ?? base.volume);
  return {
    name: typeof given.name === 'string' ? given.name.slice(0, 24) : base.name,
    theme: choice('theme', THEMES, base.theme),
    deck: choice('deck', DECKS, base.deck),
    sort: choice('sort', SORTS, base.sort),
    language: choice('language', LANGUAGES, base.language),
    pace: Number.isInteger(pace) && pace >= 0 && pace < PACES.length ? pace : base.pace,
    confirm: flag('confirm'),
    automatic: flag('automatic'),
    sound: flag('sound'),
    shortcuts: flag('shortcuts'),
    volume: volume >= 0 && volume <= 10 ? volume : base.volume,
    vibrate: flag('vibrate'),
    log: flag('log'),
    learned: Array.isArray(given.learned) ? given.learned.filter((each) => typeof each === 'string') : [],
  };
}

function load(): Stored {
  try {
    return readStored(localStorage.getItem(KEY));
  } catch {
    return defaults();
  }
}

export const settings: Stored = $state(load());

// Another tab of this browser has changed them.
if (typeof window !== 'undefined')
  addEventListener('storage', ({ key }) => {
    if (key === KEY) Object.assign(settings, load());
  });

/** Call after each change; a browser that stores nothing plays on with the defaults. */
export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}

const media = (query: string): MediaQueryList | null =>
  typeof matchMedia === 'undefined' ? null : matchMedia(query);

class System {
  dark = $state(false);
  still = $state(false);
  /** There is room for a column beside the table. */
  broad = $state(false);
  /** A table may be round: whether it is, its own size says (`table.css`), which is never more than the screen's. */
  roomy = $state(false);

  constructor() {
    const broad = media('(min-width: 900px)');
    this.broad = broad?.matches ?? false;
    broad?.addEventListener('change', () => (this.broad = broad.matches));
    const roomy = media('(min-width: 48rem) and (min-height: 32rem)');
    this.roomy = roomy?.matches ?? false;
    roomy?.addEventListener('change', () => (this.roomy = roomy.matches));
    const dark = media('(prefers-color-scheme: dark)');
    const still = media('(prefers-reduced-motion: reduce)');
    this.dark = dark?.matches ?? false;
    this.still = still?.matches ?? false;
    dark?.addEventListener('change', () => (this.dark = dark.matches));
    still?.addEventListener('change', () => (this.still = still.matches));
  }
}

/** What the device prefers. */
export const system = new System();

export function isDark(): boolean {
  return settings.theme === 'system' ? system.dark : settings.theme === 'dark';
}

/** How long things stay to be read; zero where they should not be waited for. */
export function readingPace(): number {
  return PACES[settings.pace] ?? 1;
}

/** Zero when nothing should move. */
export function pace(): number {
  return system.still ? 0 : readingPace();
}
