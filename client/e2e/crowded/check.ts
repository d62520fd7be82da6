/** One crowded moment on many screens: what is wrong with it, and what it looks like. */
import type { Page } from 'playwright-core';
import type { Snapshot } from '../../src/protocol.gen';
import type { Person, Wishes } from '../browser';
import { faultsOf } from './faults';
import { resize, showMoment, VIEWPORTS, type Viewport } from './moments';

export const THEMES = ['light', 'dark'] as const;
export const LANGUAGES = ['en', 'de'] as const;
export type Theme = (typeof THEMES)[number];

interface Wanted {
  language: string;
  themes: readonly Theme[];
  viewports?: readonly Viewport[];
  /** Called for each screen that was looked at. */
  look?: (page: Page, viewport: Viewport, theme: Theme) => Promise<void>;
}

export async function check(
  arrive: (wishes: Wishes) => Promise<Person>,
  snapshot: Snapshot,
  { language, themes, viewports = VIEWPORTS, look }: Wanted,
): Promise<string[]> {
  const { page } = await arrive({ screen: 'desktop', language, theme: 'system' });
  await showMoment(page, snapshot);
  const faults: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    for (const viewport of viewports) {
      await resize(page, viewport);
      for (const fault of await faultsOf(page))
        faults.push(`${language} ${theme} ${viewport.name}: ${fault}`);
      await look?.(page, viewport, theme);
    }
  }
  return faults;
}
