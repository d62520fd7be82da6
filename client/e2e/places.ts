/** The ways through the client that several tests take. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import en from '../src/locales/en.json';
import type { Person } from './browser';

/**
 * Wait until the page says yes. Not Playwright's `waitForFunction`, which takes the promise of an async function for
 * a yes.
 */
export async function until<T>(
  page: Page,
  asked: (given: T) => Promise<boolean>,
  given: T,
  timeout = 120_000,
): Promise<void> {
  await expect.poll(() => page.evaluate(asked as never, given), { timeout, interval: 200 }).toBe(true);
}

export type Game = 'karma' | 'allin';
export const GAMES: readonly Game[] = ['karma', 'allin'];

const words = en as unknown as Record<string, string>;
export const text = (key: string): string => words[key] ?? key;
export const button = (page: Page, key: string) => page.getByRole('button', { name: text(key), exact: true });

export const onHome = (page: Page, game: Game | 'toy', key: string) =>
  page.locator(`section.game.${game}`).getByRole('button', { name: text(key), exact: true });

/** One tap: against bots. */
export async function playNow({ page }: Person, game: Game | 'toy'): Promise<string> {
  await page.goto('/');
  await onHome(page, game, 'home.play').click();
  await page.locator(`.table.${game}`).waitFor();
  return tableOf(page);
}

export interface Setup {
  name?: string;
  players?: number;
  /** Labels of what is ticked or chosen. */
  variants?: string[];
  level?: string;
  people?: number;
}

/** Fill in the form for a new table and send it. */
export async function setUp(page: Page, setup: Setup): Promise<void> {
  const form = page.locator('dialog[open]');
  await form.waitFor();
  if (setup.name) await form.getByLabel(text('setup.name'), { exact: true }).fill(setup.name);
  const choose = (group: string, label: string) =>
    form
      .getByRole('group', { name: text(group), exact: true })
      .getByRole('radio', { name: label, exact: true })
      .check();
  if (setup.people) await choose('setup.people', String(setup.people));
  if (setup.players) await choose('setup.players', String(setup.players));
  for (const variant of setup.variants ?? []) await form.getByLabel(text(variant)).check();
  await form.locator('footer button.main').click();
}

export async function openTable(
  { page }: Person,
  game: Game | 'toy',
  mode: 'friends' | 'device' | 'play.how',
  setup: Setup,
): Promise<string> {
  await page.goto('/');
  await onHome(page, game, `home.${mode}`).click();
  await setUp(page, setup);
  await page.waitForURL(/\/t\/\w{8}/);
  return tableOf(page);
}

export const tableOf = (page: Page): string => /\/t\/(\w{8})/.exec(page.url())?.[1] ?? '';

/** Type the code on the start page and sit down. */
export async function join({ page }: Person, code: string, name: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel(text('home.join'), { exact: true }).fill(code);
  await button(page, 'home.join.go').click();
  await page.getByLabel(text('setup.name'), { exact: true }).fill(name);
  await button(page, 'lobby.sit').click();
  await page.getByText(text('lobby.wait')).waitFor();
}

export async function startGame({ page }: Person): Promise<void> {
  await page.locator('.lobby footer button.main').click();
  await page.locator('.table').waitFor();
}

export async function expectEnd({ page }: Person): Promise<void> {
  await page.locator('dialog[open] a[download]').waitFor();
}

export const scrubber = (page: Page) => page.getByLabel(text('replay.scrub'));

/** Watch a game again from its record. */
export async function openRecord({ page }: Person, file: string): Promise<void> {
  await page.goto('/replay');
  await page.locator('input[type=file]').setInputFiles(file);
  await scrubber(page).waitFor();
}

/** The one-time link that takes a seat along to another device. */
export async function linkOf({ page }: Person): Promise<string> {
  await button(page, 'table.menu').click();
  await button(page, 'menu.move').click();
  return page.locator('dialog[open] input').inputValue();
}
