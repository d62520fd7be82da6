/** All words of the client. A key that does not exist, or a missing value, does not compile. */
import en from '../locales/en.json';
import type { Needs } from '../locales/keys';
import { settings, type Language } from './settings.svelte';

export type Key = keyof Needs;

type Params<K extends Key> = {
  [N in Needs[K]]: N extends 'count' ? number : string | number;
};
export type Args<K extends Key> = [Needs[K]] extends [never] ? [] : [Params<K>];

export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalogue = Partial<Record<string, Entry>>;

const loaders = import.meta.glob<{ default: Catalogue }>(['../locales/*.json', '!../locales/en.json']);

class Words {
  catalogue: Catalogue = $state.raw({});
  /** Texts of games that this client does not know, as the server tells them. */
  told: Catalogue = $state.raw({});
  language: Language = $state('en');
  /** How often English texts have been added. */
  added = $state(0);
  /** All English texts are here; only a build splits them. */
  whole = !import.meta.env.PROD;

  #wanted: Language = 'en';

  /** Load a language's words; without them, the words stay as they are. */
  async use(language: Language): Promise<void> {
    this.#wanted = language;
    const load = loaders[`../locales/${language}.json`];
    let catalogue: Catalogue = {};
    if (language !== 'en' && load) {
      try {
        catalogue = (await load()).default;
      } catch {
        return;
      }
    }
    // Another language was chosen while this one was loading.
    if (this.#wanted !== language) return;
    this.catalogue = catalogue;
    this.language = language;
    if (typeof document !== 'undefined') document.documentElement.lang = language;
  }
}

export const words = new Words();

/** English texts that come with the parts that show them (vite.config.ts). */
export function addTexts(texts: object): void {
  Object.assign(en, texts);
  words.added += 1;
}

const rest = import.meta.glob<unknown>(['./later.ts', '../games/*/texts.ts']);

/** Load every English text: what a server says may be about anything. */
export async function loadAllTexts(): Promise<void> {
  await Promise.all(Object.values(rest).map((load) => load()));
  words.whole = true;
  words.added += 1;
}

const numbers = new Map<string, Intl.NumberFormat>();

/** Asking the browser for its rules takes longer than drawing a card; whole numbers need only these. */
export function pluralForm(language: string, count: number): Intl.LDMLPluralRule {
  if (!Number.isInteger(count) || count < 0 || count > 999_999)
    return new Intl.PluralRules(language).select(count);
  if (language === 'fr') return count < 2 ? 'one' : 'other';
  if (count === 1) return 'one';
  return language === 'sk' && count >= 2 && count <= 4 ? 'few' : 'other';
}

/** A number as the chosen language writes it. */
export function n(value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  let format = numbers.get(words.language);
  if (!format) numbers.set(words.language, (format = new Intl.NumberFormat(words.language)));
  return format.format(value);
}

/** A part of the whole: 0.25 is 25 %. */
export function percent(part: number): string {
  return new Intl.NumberFormat(words.language, { style: 'percent' }).format(part);
}

export function fill(entry: Entry, language: string, params: Record<string, string | number>): string {
  let text: string;
  if (typeof entry === 'string') text = entry;
  else text = entry[pluralForm(language, Number(params.count))] ?? entry.other ?? '';
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : typeof value === 'number' ? n(value) : value;
  });
}

/** The text of a key in the chosen language. */
export function t<K extends Key>(key: K, ...args: Args<K>): string {
  const params = (args[0] ?? {}) as Record<string, string | number>;
  const translated = words.catalogue[key];
  return translated === undefined
    ? fill(en[key] as Entry, 'en', params)
    : fill(translated, words.language, params);
}

function entryOf(key: string): Entry | undefined {
  const entry = words.catalogue[key] ?? words.told[key] ?? (en as Catalogue)[key];
  if (entry === undefined) void words.added;
  return entry;
}

/** Whether there is a text of this key. */
export const isText = (key: string): boolean => entryOf(key) !== undefined;

/** The text of a key that is put together at run time, or null if there is none. */
export function maybe(key: string, params: Record<string, string | number> = {}): string | null {
  const entry = entryOf(key);
  return entry === undefined ? null : fill(entry, words.language, params);
}

/** Names in a row as the language joins them; the browser's own way of doing it is slow to begin with. */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  const before = items.slice(0, -1).join(', ');
  // Only English puts a comma before the last of three.
  const comma = items.length > 2 && words.language === 'en' ? ',' : '';
  return `${before}${comma} ${t('list.and')} ${items.at(-1)}`;
}

/** Follow the setting; call once. */
export function followLanguage(): void {
  $effect(() => {
    void words.use(settings.language);
  });
}
