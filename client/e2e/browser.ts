/** Chromium, and the people in front of it. */
import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { chromiumPath, launch } from './launch';

export const NO_BROWSER = existsSync(chromiumPath)
  ? ''
  : `there is no Chromium at ${chromiumPath}: apt-get install chromium`;
if (NO_BROWSER && process.env.FATUM_CLIENT === '1') throw new Error(NO_BROWSER);
if (NO_BROWSER) console.warn(`The tests in this file are skipped: ${NO_BROWSER}`);

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1440, height: 900 };
export const SCREENS = { phone: PHONE, desktop: DESKTOP } as const;
export type Screen = keyof typeof SCREENS;

/** What a browser itself says when a server is gone for a while. */
const NO_SERVER = /net::ERR_|WebSocket connection|Failed to load resource|fetching the script/;

/** The settings of a device; the pace is the instant one unless a test is about motion. */
export interface Wishes {
  screen?: Screen;
  theme?: 'light' | 'dark' | 'system';
  language?: string;
  pace?: number;
  name?: string;
  confirm?: boolean;
  /** Of the bots; the quickest unless a test is about the choice. */
  level?: string | null;
  /** Moves without a choice are made by the client; without it, tests make them. */
  automatic?: boolean;
  context?: BrowserContextOptions;
}

export class Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Whatever the page complains about; no test may end with any. */
  readonly complaints: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !NO_SERVER.test(message.text())) this.complaints.push(message.text());
    });
  }

  static async arrive(browser: Browser, url: string, wishes: Wishes = {}): Promise<Person> {
    const {
      screen = 'phone',
      theme = 'light',
      language = 'en',
      pace = 4,
      name = '',
      confirm = false,
      level = 'greedy',
      automatic = false,
    } = wishes;
    const context = await browser.newContext({
      baseURL: url,
      viewport: SCREENS[screen],
      hasTouch: screen === 'phone',
      locale: language,
      colorScheme: theme === 'system' ? 'light' : theme,
      ...wishes.context,
    });
    context.setDefaultTimeout(30_000);
    await context.addInitScript(
      ([stored, level]) => {
        if (localStorage.getItem('fatum.settings') !== null) return;
        localStorage.setItem('fatum.settings', stored!);
        if (level)
          for (const game of ['karma', 'allin', 'toy'])
            localStorage.setItem(`fatum.setup.${game}`, JSON.stringify({ level }));
      },
      [
        JSON.stringify({ theme, language, pace, name, confirm, automatic, learned: ['karma', 'allin'] }),
        level,
      ] as const,
    );
    return new Person(context, await context.newPage());
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

export { launch };
