/** What a host or a player may want besides: an own card table, asking before every move, a late guest. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import en from '../src/locales/en.json';
import { NO_BROWSER } from './browser';
import { button, onHome, openTable, playNow, startGame, tableOf, text } from './places';
import { choose, chooseTimes, ownTurn } from './player';
import { stand } from './stand';

const file = (content: string) => ({
  name: 'cards.toml',
  mimeType: 'application/toml',
  buffer: Buffer.from(content),
});

type Words = Record<string, string | Record<string, string>>;
const catalogue = (language: string): Words =>
  language === 'en'
    ? (en as Words)
    : (JSON.parse(
        readFileSync(new URL(`../src/locales/${language}.json`, import.meta.url), 'utf8'),
      ) as Words);
const LANGUAGES = ['en', 'de', 'nl', 'fr', 'sk'];

async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((code) => {
    const stored = JSON.parse(localStorage.getItem('fatum.settings') ?? '{}') as object;
    localStorage.setItem('fatum.settings', JSON.stringify({ ...stored, language: code }));
  }, language);
  await page.reload();
  await page.waitForFunction((code) => document.documentElement.lang === code, language);
}

describe.skipIf(NO_BROWSER)('more', () => {
  const { arrive } = stand();

  test('an own card table is checked, kept, played with and dropped again', async () => {
    const { page } = await arrive();
    const setUp = async (): Promise<void> => {
      await page.goto('/');
      await onHome(page, 'allin', 'home.play.how').click();
      await page.locator('dialog[open] summary').click();
    };
    await setUp();
    const upload = (content: string) =>
      page.locator('dialog[open] input[type=file]').setInputFiles(file(content));
    const alert = page.locator('dialog[open] [role=alert]');
    const told = page.locator('dialog[open] [role=status]');
    const { cards } = (await (await page.request.get('/api/games/allin/cards')).json()) as {
      cards: Record<string, string[]>;
    };
    const own = ['take*', 'rune'];
    const whole = Object.entries({ ...cards, '2M': own })
      .map(([card, effects]) => `${card} = ${JSON.stringify(effects)}\n`)
      .join('');
    await upload(whole);
    expect(await told.innerText()).toBe('1 card differs from the standard table');
    // Each fault is named, and takes nothing away.
    for (const [broken, fault] of [
      ['2M = ["fly*"]', /2 of Masks.*fly/],
      ['2M = [', /not TOML/],
      ['2M = ["draw*"]', /missing/],
      ['', /empty/],
    ] as const) {
      await upload(broken);
      await expect.poll(() => alert.allInnerTexts().then((lines) => lines.join())).toMatch(fault);
      expect(await told.count()).toBe(1);
    }
    await page.locator('dialog[open] footer button.main').click();
    await page.locator('.table.allin').waitFor();
    const answer = await page.request.get(`/api/tables/${tableOf(page)}`);
    expect(((await answer.json()) as { options: { cards: unknown } }).options.cards).toEqual({ '2M': own });

    await setUp();
    await button(page, 'setup.cards.drop').click();
    expect(await told.count()).toBe(0);
  });

  test.each(['karma', 'allin'] as const)(
    '%s: with confirmation switched on, no move is made without it',
    async (game) => {
      const ann = await arrive({ confirm: true });
      const { page } = ann;
      const sent: string[] = [];
      page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
      const moves = (): number => sent.filter((each) => each.includes('"type":"move"')).length;
      await playNow(ann, game);
      const confirm = button(page, 'table.confirm');
      const asked = () =>
        confirm.waitFor({ timeout: 2000 }).then(
          () => true,
          () => false,
        );
      // Not every choice is a move: a swap needs two, and laying three cards is confirmed by its own button.
      const chooseMove = async (): Promise<void> => {
        do await choose(page, 'touch');
        while (!(await asked()));
      };
      await chooseMove();
      const before = moves();
      await button(page, 'table.cancel').click();
      await confirm.waitFor({ state: 'detached' });
      await ownTurn(page);
      expect(moves()).toBe(before);
      await chooseMove();
      await confirm.click();
      await expect.poll(moves).toBe(before + 1);
    },
  );

  test('the start page is read in another language, chosen there by its own name', async () => {
    const { page } = await arrive({ screen: 'desktop' });
    await page.goto('/');
    const picker = page.locator('header select');
    for (const [name, language] of [
      ['Slovenčina', 'sk'],
      ['Deutsch', 'de'],
      ['English', 'en'],
    ] as const) {
      await picker.selectOption(name);
      const words = catalogue(language);
      await page
        .locator('section.game')
        .first()
        .getByRole('button', { name: words['home.play'] as string, exact: true })
        .waitFor();
      expect(await picker.getAttribute('aria-label')).toBe(words['settings.language']);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    }
    await picker.selectOption('Nederlands');
    await page.reload();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('nl');
  });

  test('the start page says at once that there is no network, and when there is one again', async () => {
    const { page, context } = await arrive();
    await page.goto('/');
    await onHome(page, 'karma', 'home.play').waitFor();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByText(text('offline.title')).waitFor({ timeout: 2000 });
    await context.setOffline(false);
    await page.getByText(text('offline.title')).waitFor({ state: 'detached', timeout: 5000 });
  });

  test('a link that has been used says so, and the seat is not offered on the device that lost it', async () => {
    const [ann, bob, eve] = [await arrive(), await arrive(), await arrive()];
    await playNow(ann, 'allin');
    await button(ann.page, 'table.menu').click();
    await button(ann.page, 'menu.move').click();
    const link = await ann.page.locator('dialog[open] input').inputValue();
    await bob.page.goto(link);
    await ownTurn(bob.page);
    await eve.page.goto(link);
    await eve.page
      .getByRole('alert')
      .getByText(/link has been used/)
      .waitFor();
    await ann.page.getByText(text('net.moved')).waitFor();
    await ann.page.goto('/');
    await onHome(ann.page, 'karma', 'home.play').waitFor();
    expect(await ann.page.locator('a[href^="/t/"]').count()).toBe(0);
    await bob.page.goto('/');
    await bob.page.locator('a[href^="/t/"]').waitFor();
  });

  test('a guest who comes late sees what lies on the table and what happened, but no hand', async () => {
    const ann = await arrive();
    const code = await openTable(ann, 'allin', 'friends', { name: 'Ann', players: 2 });
    await startGame(ann);
    await chooseTimes(ann.page, 'touch', 6);
    await ownTurn(ann.page);
    const eve = await arrive({ screen: 'desktop' });
    await eve.page.goto(`/t/${code}`);
    await eve.page.getByText(text('table.spectating')).waitFor();
    const river = (page: Page) =>
      page
        .locator('.board .slot')
        .evaluateAll((fields) =>
          fields.map((field) => field.getAttribute('aria-label') ?? field.textContent),
        );
    expect((await river(eve.page)).length).toBeGreaterThan(0);
    expect(await river(eve.page)).toEqual(await river(ann.page));
    expect(await eve.page.locator('.hand [data-card]').count()).toBe(0);
    expect(await eve.page.locator('aside li, aside p').count()).toBeGreaterThan(3);
    await ann.page.locator('header .watching').waitFor();
  });

  test('the line at the top never takes two, in any language', async () => {
    const ann = await arrive();
    const { page } = ann;
    await playNow(ann, 'allin');
    for (const language of LANGUAGES) {
      await speak(page, language);
      await page.locator('header .status').waitFor();
      const words = catalogue(language);
      // The longest name a round has is that of the fourth.
      const lines = await page.evaluate((longest) => {
        const status = document.querySelector('header .status')!;
        status.firstElementChild!.textContent = longest;
        const [round, pot] = [status.firstElementChild!, status.lastElementChild!].map((part) =>
          part.getBoundingClientRect(),
        );
        return {
          oneLine: pot!.left >= round!.right,
          inside: pot!.right <= status.getBoundingClientRect().right + 1,
          wide: document.documentElement.scrollWidth,
        };
      }, words['allin.round.heirs'] as string);
      expect(lines, language).toEqual({ oneLine: true, inside: true, wide: 360 });
    }
  });

  test.each([
    ['karma', 320],
    ['karma', 360],
    ['allin', 320],
    ['allin', 360],
  ] as const)('%s: every question has room on a phone of %i pixels, in any language', async (game, width) => {
    const ann = await arrive({ context: { viewport: { width, height: 740 } } });
    const { page } = ann;
    await playNow(ann, game);
    for (const language of LANGUAGES) {
      await speak(page, language);
      await ownTurn(page);
      const words = catalogue(language);
      const forms = (key: string): string[] =>
        typeof words[key] === 'string' ? [words[key]] : Object.values(words[key]!);
      const said = (key: string): string[] =>
        forms(key).map((form) =>
          form
            .replace('{demand}', forms('karma.demand.number')[0]!)
            .replace(/\{names?\}/, 'Maximiliane')
            .replace(/\{\w+\}/g, '12'),
        );
      const questions = Object.keys(words)
        .filter((key) => key.startsWith(`${game}.prompt.`) || /^prompt\./.test(key))
        .flatMap(said);
      expect(questions.length).toBeGreaterThan(12);
      const grown = await page.evaluate((sentences) => {
        const [ask, words] = [document.querySelector('.ask')!, document.querySelector('.ask .sentence')!];
        const usual = ask.getBoundingClientRect().height;
        return sentences.filter((sentence) => {
          words.textContent = sentence;
          return ask.getBoundingClientRect().height > usual + 0.5;
        });
      }, questions);
      expect(grown, language).toEqual([]);
    }
  });
});
