/**
 * `make crowded`: crowded moments of real games on every screen, light and dark, in two languages, as
 * contact sheets to look at, into build/crowded; beside them `faults.txt`, what is clipped, covered, too
 * small or off the screen. FATUM_CROWDED and FATUM_SCREENS choose moments and screens by their names.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { stand } from '../stand';
import { check, LANGUAGES, THEMES } from './check';
import { crowdedMoments, VIEWPORTS } from './moments';

const FOLDER = new URL('../../../build/crowded/', import.meta.url).pathname;
const chosen = (variable: string): ((name: string) => boolean) => {
  const names = process.env[variable]?.split(',');
  return (name) => names?.includes(name) ?? true;
};
const wanted = chosen('FATUM_CROWDED');
const screens = chosen('FATUM_SCREENS');
const themes = THEMES.filter(chosen('FATUM_THEMES'));

const { arrive } = stand();
const moments = Object.entries(crowdedMoments()).filter(([name]) => wanted(name));
const viewports = VIEWPORTS.filter(({ name }) => screens(name));
const faults: string[] = [];

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});
afterAll(() => {
  writeFileSync(`${FOLDER}faults.txt`, faults.map((fault) => `${fault}\n`).join(''));
  console.log(`${faults.length} faults and the pictures are in ${FOLDER}`);
});

describe.each(moments)('%s', (name, snapshot) => {
  test.each(LANGUAGES.filter(chosen('FATUM_LANGUAGES')))('on every screen (%s)', async (language) => {
    const pictures = Object.fromEntries(themes.map((theme) => [theme, [] as string[]]));
    const found = await check(arrive, snapshot, {
      language,
      themes,
      viewports,
      look: async (page, { name, height }, theme) => {
        const picture = (await page.screenshot({ type: 'jpeg', quality: 80 })).toString('base64');
        const image = `<img height="${Math.min(height, 700)}" src="data:image/jpeg;base64,${picture}">`;
        pictures[theme]!.push(`<figure>${image}<figcaption>${name}</figcaption></figure>`);
      },
    });
    faults.push(...found.map((fault) => `${name} ${fault}`));
    const sheet = (await arrive({ screen: 'desktop' })).page;
    await sheet.setViewportSize({ width: viewports.length < 5 ? 1390 : 2400, height: 700 });
    const style =
      'body{display:flex;flex-wrap:wrap;gap:16px;margin:16px;font:16px sans-serif}figure{margin:0}';
    for (const theme of themes) {
      await sheet.setContent(`<style>${style}</style>${pictures[theme]!.join('')}`);
      await sheet.screenshot({ path: `${FOLDER}${name}-${language}-${theme}.png`, fullPage: true });
    }
  });
});
