/**
 * `make crowded`: crowded moments of real games on every screen, as contact sheets to look at, into
 * build/crowded; beside them `faults.txt`, what is clipped, covered, too small or off the screen.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { stand } from '../stand';
import { faultsOf } from './faults';
import { crowdedMoments, resize, showMoment, VIEWPORTS } from './moments';

const FOLDER = new URL('../../../build/crowded/', import.meta.url).pathname;
const LANGUAGES = ['en', 'de'] as const;
const wanted = process.env.FATUM_CROWDED?.split(',') ?? null;

const { arrive } = stand();
const moments = Object.entries(crowdedMoments()).filter(([name]) => wanted?.includes(name) ?? true);
const faults: string[] = [];

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});
afterAll(() => {
  writeFileSync(`${FOLDER}faults.txt`, `${faults.join('\n')}\n`);
  console.log(`${faults.length} faults and the pictures are in ${FOLDER}`);
});

describe.each(moments)('%s', (name, snapshot) => {
  test.each(LANGUAGES)('on every screen (%s)', async (language) => {
    // Each theme once: English by day, German by night.
    const theme = language === 'en' ? 'light' : 'dark';
    const { page } = await arrive({ screen: 'desktop', language, theme });
    await showMoment(page, snapshot);
    const pictures: string[] = [];
    for (const viewport of VIEWPORTS) {
      await resize(page, viewport);
      for (const fault of await faultsOf(page)) faults.push(`${name} ${language} ${viewport.name}: ${fault}`);
      const picture = (await page.screenshot({ type: 'jpeg', quality: 80 })).toString('base64');
      const image = `<img height="${Math.min(viewport.height, 700)}" src="data:image/jpeg;base64,${picture}">`;
      pictures.push(`<figure>${image}<figcaption>${viewport.name}</figcaption></figure>`);
    }
    const sheet = (await arrive({ screen: 'desktop' })).page;
    await sheet.setViewportSize({ width: 2400, height: 1200 });
    const style =
      'body{display:flex;flex-wrap:wrap;gap:16px;margin:16px;font:16px sans-serif}figure{margin:0}';
    await sheet.setContent(`<style>${style}</style>${pictures.join('')}`);
    const path = `${FOLDER}${name}-${language}.jpg`;
    await sheet.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true });
  });
});
