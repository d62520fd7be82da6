/** `make soak PART=browsers`: Firefox and WebKit each play both games to the end with a real pointer. */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP } from '../browser';
import { GAMES, text } from '../places';
import { look, type Found } from '../player';
import { PYTHON, Server } from '../server';
import type { Driver } from './driver';
import { FIREFOX, firefox } from './firefox';
import { WEBKIT_DRIVER, webkit } from './webkit';

const BROWSERS = [
  { name: 'Firefox', program: FIREFOX, start: firefox },
  { name: 'WebKit', program: WEBKIT_DRIVER, start: webkit },
];
const SETTINGS = { theme: 'light', language: 'en', pace: 4, name: 'Ann', learned: ['karma', 'allin'] };
const MOST_CHOICES = 2000;
/** Where the choice can be pressed: cards in a hand overlap, and their upper left corner lies open. */
const CHOICE = `(() => {
  const box = document.querySelector('[data-choice]')?.getBoundingClientRect();
  return box && { x: box.left + Math.min(16, box.width / 2), y: box.top + Math.min(16, box.height / 2) };
})()`;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(driver: Driver, expression: string, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await driver.evaluate<boolean>(expression))) {
    if (Date.now() > end)
      throw new Error(
        `${expression} is not so:\n${await driver.evaluate<string>('document.body.innerText')}`,
      );
    await pause(50);
  }
}

async function playToTheEnd(driver: Driver): Promise<number> {
  let choices = 0;
  let asked = Date.now();
  while (choices < MOST_CHOICES) {
    const found = await driver.evaluate<Found>(`(${look.toString()})()`);
    if (found === 'end') return choices;
    if (found === 'wait') {
      if (Date.now() - asked > 60_000) break;
      await pause(40);
      continue;
    }
    const place = await driver.evaluate<{ x: number; y: number } | null>(CHOICE);
    if (place) await driver.click(place.x, place.y);
    asked = Date.now();
    choices += 1;
    await pause(260);
  }
  throw new Error(
    `no end after ${choices} choices:\n${await driver.evaluate<string>('document.body.innerText')}`,
  );
}

describe.each(BROWSERS)('$name', ({ name, program, start }) => {
  const server = new Server();
  let driver: Driver;
  beforeAll(async () => {
    expect(existsSync(program), `${name} is missing: ${program}`).toBe(true);
    await server.start();
    driver = await start(DESKTOP.width, DESKTOP.height);
  });
  afterAll(async () => {
    await driver?.close();
    await server.stop();
  });

  test.each(GAMES)('plays %s to its end, and the record is right', async (game) => {
    await driver.go(server.url);
    await driver.evaluate(
      `localStorage.setItem('fatum.settings', ${JSON.stringify(JSON.stringify(SETTINGS))})`,
    );
    await driver.go(server.url);
    const play = `[...document.querySelectorAll('section.game.${game} button')]
      .find((button) => button.textContent.trim() === ${JSON.stringify(text('home.play'))})`;
    await until(driver, `${play} !== undefined`);
    await driver.evaluate(`${play}.click()`);
    await until(driver, `document.querySelector('.table.${game}') !== null`);
    const choices = await playToTheEnd(driver);
    expect(choices).toBeGreaterThan(8);
    const record = await driver.evaluate<string>(
      `fetch(document.querySelector('dialog[open] a[download]').href).then((answer) => answer.text())`,
    );
    const file = join(server.folder, `${game}.json`);
    writeFileSync(file, record);
    console.log(name, game, choices, execFileSync(PYTHON, ['-m', 'fatum', 'verify', file]).toString().trim());
  });
});
