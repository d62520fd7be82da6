/** One crowded moment on many screens: what is wrong with it, and what it looks like. */
import type { Page } from 'playwright-core';
import { fanFaults, faultsOf, paleTexts } from './faults';
import { resize, settled, showMoment, VIEWPORTS, type Moment, type Viewport } from './moments';

export const THEMES = ['light', 'dark'] as const;
export const LANGUAGES = ['en', 'de'] as const;
export type Theme = (typeof THEMES)[number];

interface Wanted {
  themes: readonly Theme[];
  viewports?: readonly Viewport[];
  /** Called for each screen that was looked at. */
  look?: (viewport: Viewport, theme: Theme) => Promise<void>;
}

/** How many cards of opponents the viewer may see, and how many there are at their seats. */
export async function missingCards(page: Page, { snapshot, updates }: Moment): Promise<string[]> {
  if (await page.locator('dialog[open], .showdown').count()) return [];
  const view = (updates.at(-1)?.view ?? snapshot.view) as {
    hands?: string[][];
    seats?: { open: string[]; hidden: (string | null)[] }[];
  };
  const own = Number(snapshot.you.seat?.slice(1) ?? 0) - 1;
  const expected = [...(view.hands ?? view.seats ?? [])].flatMap((each, seat) => {
    if (seat === own) return [];
    return Array.isArray(each)
      ? each.filter((card) => card !== '?')
      : [...each.open, ...each.hidden.filter((card) => card !== null)];
  });
  const drawn = await page
    .locator('.players :is(.chips .chip, .place .under, .place .over)')
    .evaluateAll((cards) => cards.filter((card) => card.checkVisibility()).length);
  return drawn === expected.length ? [] : [`${drawn} of ${expected.length} cards at the seats`];
}

export async function check(page: Page, moment: Moment, wanted: Wanted): Promise<string[]> {
  const { themes, viewports = VIEWPORTS, look } = wanted;
  await showMoment(page, moment);
  const faults: string[] = [];
  // A theme changes no sizes.
  for (const viewport of viewports) {
    await resize(page, viewport);
    const found = [
      ...(await faultsOf(page)),
      ...(await fanFaults(page)),
      ...(await missingCards(page, moment)),
    ];
    faults.push(...found.map((fault) => `${viewport.name}: ${fault}`));
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await settled(page);
      for (const fault of await paleTexts(page)) faults.push(`${viewport.name} ${theme}: ${fault}`);
      await look?.(viewport, theme);
    }
  }
  return faults;
}
