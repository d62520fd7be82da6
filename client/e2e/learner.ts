/** A learner who reads what a tutorial says, looks where its rings are and taps there. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Lesson, Script } from '../src/games/game';
import type { Game } from './places';

const read = <T>(path: string): T =>
  JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')) as T;

export class Learner {
  readonly words: Record<string, string>;
  readonly texts: Record<string, string>;

  constructor(
    readonly page: Page,
    readonly game: Game,
    readonly language: string,
  ) {
    this.words = read(`src/locales/${language}.json`);
    this.texts = read(`../src/fatum/i18n/lessons/${language}/${game}.json`);
  }

  said(key: string): string {
    return this.texts[key]!.replace(/\{(\w+)\}/g, (_, card: string) => this.words[`card.karma.${card}`]!);
  }

  /** Play a chapter to its end; `look` is called at each step. */
  async chapter(chapter: string, look?: (step: string) => Promise<void>): Promise<void> {
    const { page } = this;
    const { steps } = read<Script>(`src/games/${this.game}/tutorial/${chapter}.json`);
    await page.goto(`/learn/${this.game}/${chapter}`);
    const lessons = steps.filter((step) => step.say);
    for (const [index, step] of lessons.entries()) {
      const text = this.said(`${chapter}.${step.say!}`);
      await this.reads(text, `${index + 1}`, `${lessons.length}`);
      await look?.(`${chapter}.${step.say!}`);
      if (step.moves) {
        await page.waitForFunction(
          () => document.querySelector('.table')?.getAttribute('data-asked') === 'true',
        );
        for (const move of step.wrong ?? []) await this.errs(step, move, text);
        await this.does(step, text);
      } else {
        const next = page.locator('.ask .actions button.main');
        // The hands of a round may come over the table after the text.
        await expect.poll(async () => (await this.text()) !== null && (await next.count()) > 0).toBe(true);
        await next.tap();
      }
    }
    await page.locator('.ask .actions button.main').waitFor();
  }

  /** The text of the step, and the counter beside it. */
  async reads(text: string, step: string, steps: string): Promise<void> {
    const { page } = this;
    const end = Date.now() + 60_000;
    while (!(await this.text())?.includes(text)) {
      if (Date.now() > end)
        throw new Error(`“${text}” is not said:\n${await page.locator('body').innerText()}`);
      await page.waitForTimeout(20);
    }
    const counter = this.words['learn.step']!.replace('{step}', step).replace('{steps}', steps);
    expect(await page.locator('.coach small').innerText()).toBe(counter);
  }

  /** What is said now, or null. A sheet is read and closed; so is a card that a slow tap has opened. */
  async text(): Promise<string | null> {
    return this.page.evaluate(() => {
      const sheet = document.querySelector('dialog[open], .showdown');
      const close =
        sheet?.querySelector<HTMLElement>('footer button.main') ??
        sheet?.querySelector<HTMLElement>('button');
      close?.click();
      return sheet ? null : (document.querySelector('.coach p')?.textContent ?? null);
    });
  }

  /** A choice that the rules refuse is answered by the rule, and the task stands again. */
  async errs(step: Lesson, move: string, text: string): Promise<void> {
    const { page } = this;
    const [rule] = step.refused![move]!;
    const [word, card] = move.split(' ') as [string, string];
    const place = /^flip/.test(move) ? Number(card) - 1 : null;
    const target =
      word === 'play'
        ? page.locator(`.hand [data-card="${card}"]`).first()
        : place === null
          ? page
              .locator('.owntable button')
              .filter({ visible: true })
              .nth(await this.placeOf(card))
          : page.locator('.owntable button').nth(place);
    const number = this.words['table.rule']!.replace('{number}', rule);
    await expect
      .poll(async () => {
        // It looks as it cannot be chosen, and is tapped all the same.
        const box = (await target.boundingBox())!;
        await page.touchscreen.tap(box.x + Math.min(14, box.width / 2), box.y + Math.min(30, box.height / 2));
        return page.locator('.ask .actions').innerText();
      })
      .toContain(number);
    expect(await page.locator('.coach p').innerText()).not.toContain(text);
    await page.locator('.ask .actions button.main').tap();
    await page.waitForFunction(
      ([wanted]) => document.querySelector('.coach p')?.textContent?.includes(wanted!),
      [text],
    );
  }

  /** Which of the own table places shows this open card. */
  async placeOf(card: string): Promise<number> {
    const labels = await this.page
      .locator('.owntable button')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
    return labels.findIndex((label) => label.includes(` ${card}`) || label.startsWith(card));
  }

  /** Taps what the rings point at until the step is done. */
  async does(step: Lesson, text: string): Promise<void> {
    const { page } = this;
    for (let taps = 0; taps < 40; taps += 1) {
      const { length } = await this.rings(text);
      expect(length, `rings for ${step.moves!.join(', ')}`).toBeLessThanOrEqual(3);
      for (let index = 0; index < length; index += 1) {
        const rings = await this.rings(text);
        // A tap may already have led on, to a button for example, or to the next step.
        if (rings.length !== length) break;
        // Cards in a hand overlap: their left edge is what can be touched.
        const ring = rings[index]!;
        await page.touchscreen.tap(ring.x + Math.min(18, ring.width / 2), ring.y + ring.height / 2);
        await page.waitForTimeout(40);
      }
      const now = await this.text();
      // A tap that hit something else is answered, and made good.
      const back = page.locator('.coach.answer + .actions button.main');
      if (await back.count()) {
        await back.tap();
        continue;
      }
      // While a move waits to be confirmed, the question stands in place of the text.
      if (now !== null && !now.includes(text)) return;
      await page.waitForTimeout(90);
    }
    throw new Error(`${step.moves!.join(', ')} is not done:\n${await page.locator('body').innerText()}`);
  }

  /** Where the rings are, while this is said. They follow a change of the table in the next frame. */
  rings(said: string): Promise<{ x: number; y: number; width: number; height: number }[]> {
    return this.page.evaluate(async (wanted) => {
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      const text = document.querySelector('.coach p')?.textContent ?? wanted;
      const rings = text.includes(wanted) ? [...document.querySelectorAll('.pointer .ring')] : [];
      return rings.map((ring) => ring.getBoundingClientRect().toJSON() as DOMRect);
    }, said);
  }

  /** Everything that the step is about is on the screen, and nothing has to be scrolled for it. */
  async fits(name: string): Promise<void> {
    const { page } = this;
    await page.waitForTimeout(60);
    const problems = await page.evaluate(() => {
      const found: string[] = [];
      const { innerWidth: wide, innerHeight: high } = window;
      // The table scrolls inside the page.
      for (const part of [document.documentElement, document.querySelector('.screen')!])
        if (part.scrollHeight > part.clientHeight + 1)
          found.push(`${part.className || 'the page'} is ${part.scrollHeight} high, the screen ${high}`);
      const text = document.querySelector<HTMLElement>('.coach p')!;
      if (text.scrollHeight > text.clientHeight + 1) found.push('the text is cut');
      for (const ring of document.querySelectorAll('.pointer .ring')) {
        const box = ring.getBoundingClientRect();
        if (box.left < -4 || box.top < -4 || box.right > wide + 4 || box.bottom > high + 4)
          found.push(`a ring at ${box.left} ${box.top} ${box.right} ${box.bottom}`);
      }
      return found;
    });
    expect(problems, `${this.game} ${name} ${this.language}`).toEqual([]);
  }
}
