/**
 * `make crowded`: crowded moments of real games on every screen, light and dark, in two languages, as
 * contact sheets to look at, into build/crowded; beside them `faults.txt`, what is clipped, covered, too
 * small or off the screen. FATUM_CROWDED, FATUM_SCREENS, FATUM_LANGUAGES and FATUM_THEMES choose a part by
 * its names; FATUM_SHARE=2/4 takes the second quarter of the moments. A part leaves what others have made.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
const PART = ['SHARE', 'CROWDED', 'SCREENS', 'LANGUAGES', 'THEMES']
  .flatMap((name) => process.env[`FATUM_${name}`] ?? [])
  .join('-')
  .replace(/[^\w-]+/g, '_');
const [share, shares] = (process.env.FATUM_SHARE ?? '1/1').split('/').map(Number) as [number, number];

/** How high a picture of a screen is on its sheet, and how the sheet is set. */
const HIGHEST = Number(process.env.FATUM_HIGHEST ?? 560);
const STYLE = 'body{display:flex;flex-wrap:wrap;gap:12px;margin:12px;font:16px sans-serif}figure{margin:0}';

const { arrive } = stand();
const moments = Object.entries(crowdedMoments()).filter(
  ([name], index) => wanted(name) && index % shares === share - 1,
);
const viewports = VIEWPORTS.filter(({ name }) => screens(name));
const faults: string[] = [];

beforeAll(() => {
  if (!PART) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});
afterAll(() => {
  writeFileSync(`${FOLDER}faults${PART && `-${PART}`}.txt`, faults.map((fault) => `${fault}\n`).join(''));
  console.log(`${faults.length} faults and the pictures are in ${FOLDER}`);
});

describe.each(moments)('%s', (name, moment) => {
  test.each(LANGUAGES.filter(chosen('FATUM_LANGUAGES')))('on every screen (%s)', async (language) => {
    const { page } = await arrive({ screen: 'desktop', language, theme: 'system' });
    const pictures = Object.fromEntries(themes.map((theme) => [theme, [] as string[]]));
    const found = await check(page, moment, {
      themes,
      viewports,
      look: async ({ name, height }, theme) => {
        const picture = (await page.screenshot({ type: 'jpeg', quality: 75 })).toString('base64');
        const image = `<img height="${Math.min(height, HIGHEST)}" src="data:image/jpeg;base64,${picture}">`;
        pictures[theme]!.push(`<figure>${image}<figcaption>${name}</figcaption></figure>`);
      },
    });
    faults.push(...found.map((fault) => `${name} ${language} ${fault}`));
    const sheet = await page.context().newPage();
    await sheet.setViewportSize({ width: 1800, height: 700 });
    for (const theme of themes) {
      await sheet.setContent(`<style>${STYLE}</style>${pictures[theme]!.join('')}`);
      const path = `${FOLDER}${name}-${language}-${theme}.png`;
      await sheet.screenshot({ path, fullPage: true });
    }
    expect.soft(found).toEqual([]);
  });
});
