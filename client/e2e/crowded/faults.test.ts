/** The fault finder finds what it is there for: each fault is planted at a table that has none. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from '../browser';
import { stand } from '../stand';
import { missingCards } from './check';
import { fanFaults, faultsOf, paleTexts } from './faults';
import { crowdedMoments, resize, settled, showMoment, VIEWPORTS } from './moments';

/** What is planted, as styles, and what is found. */
const PLANTED: Record<string, [styles: string, found: RegExp]> = {
  'a question that is cut': [
    '.ask .sentence { inline-size: 3rem; overflow: hidden; white-space: nowrap }',
    /^cut off/,
  ],
  'a line that is cut below': ['.ask .sentence { max-block-size: 0.8em; overflow: hidden }', /^cut off/],
  'a name that is cut': ['.seat .who { max-inline-size: 2.5rem }', /^cut off: seat/],
  'a mark that has shrunk to a line': ['.marks { block-size: 2px; overflow: hidden }', /^cut off: seat/],
  'text outside its part': ['.seat .name { translate: 0 -2rem }', /spills out/],
  'text on text': ['.seat .facts { translate: 0 -1.1rem }', /written on each other/],
  'parts that overlap': ['.ask { translate: 0 -6rem }', /overlap$/],
  'a hand off the screen': ['section.hand { translate: 0 6rem }', /^off the screen: hand/],
  'a seat off the screen': ['.seat:first-child { translate: -3rem 0 }', /^off the screen: seat/],
  'a hand that is half hidden': [
    '.fan ul { position: relative; block-size: 3rem; overflow: hidden }',
    /^partly hidden: hand/,
  ],
  'a card that is not there': ['.fan li:nth-child(2) { visibility: hidden }', /^not shown: hand/],
  'an opponent who is not there': ['.seat:nth-child(2) { display: none !important }', /^not shown: seat/],
  'no question': ['.question { display: none !important }', /^there is no question/],
  'text of 10 px': ['.ask .sentence { font-size: 10px }', /^text of 10 px/],
  'a table that scrolls': ['.table { min-block-size: 130% !important }', /^the table is/],
  'a page that scrolls': ['body::after { content: ""; display: block; block-size: 200vh }', /^the page is/],
  'a small target': [
    '.ask .actions button { min-block-size: 0; block-size: 1rem; padding-block: 0 }',
    /^less than 24 px/,
  ],
  'a seat that its cards cover': [
    '.seat .known { position: absolute; inset: 0; z-index: 2 }',
    /^only \d+ % of seat/,
  ],
  'a target that is covered': [
    '.ask::after { content: ""; position: absolute; inset: 0; z-index: 9 }',
    /^less than 24 px/,
  ],
  'a word that is wider than its button': [
    '.ask .actions button { inline-size: 1.5rem; padding: 0 !important; min-inline-size: 0 !important }',
    /is wider than its button/,
  ],
  'known cards that lie on each other': [
    '.chips .chip + .chip { margin-inline-start: -0.5rem }',
    /overlap at seat/,
  ],
  'a hand of small cards': ['.fan li { inline-size: 40px !important }', /^a card of 40 px/],
  'a hand that shows too little of a card': [
    '.fan li { inset-inline-start: 1rem !important }',
    /^less than 24 px of hand/,
  ],
};

describe.skipIf(NO_BROWSER)('the fault finder', () => {
  const { arrive } = stand();
  const moments = crowdedMoments();

  async function at(moment: string, screen: string): Promise<Page> {
    const { page } = await arrive({ screen: 'desktop', theme: 'system' });
    await showMoment(page, moments[moment]!);
    await resize(
      page,
      VIEWPORTS.find(({ name }) => name === screen)!,
    );
    return page;
  }

  async function planted<T>(page: Page, styles: string, look: () => Promise<T>): Promise<T> {
    await page.evaluate((styles) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets.push(sheet);
    }, styles);
    await settled(page);
    try {
      return await look();
    } finally {
      await page.evaluate(() => void document.adoptedStyleSheets.pop());
      await settled(page);
    }
  }

  test.each(['360x740', '1440x900'])('finds each planted fault on %s', async (screen) => {
    const page = await at('allin-5-predict', screen);
    expect(await faultsOf(page)).toEqual([]);
    for (const [name, [styles, found]] of Object.entries(PLANTED)) {
      const faults = await planted(page, styles, () => faultsOf(page));
      expect(faults, name).toContainEqual(expect.stringMatching(found));
    }
    expect(await faultsOf(page)).toEqual([]);
  });

  test('finds players who cannot be told apart', async () => {
    const moment = structuredClone(moments['allin-5-predict']!);
    const [, one, other] = moment.snapshot.table.seats;
    [one!.name, other!.name] = ['Maximiliane Rosenbaum', 'Maximiliane Rosenberg'];
    const { page } = await arrive({ screen: 'desktop', theme: 'system' });
    await showMoment(page, moment);
    await resize(page, VIEWPORTS[0]!);
    expect(await faultsOf(page)).toContainEqual(expect.stringMatching(/^cut off: seat.*Maximiliane/));
  });

  test.each(['360x740', '1440x900'])('finds a known card that is missing at a seat on %s', async (screen) => {
    const page = await at('allin-5-predict', screen);
    const look = (): Promise<string[]> => missingCards(page, moments['allin-5-predict']!);
    expect(await look()).toEqual([]);
    expect(await planted(page, '.chips .chip:nth-child(4) { display: none }', look)).toHaveLength(1);
  });

  test('finds a card, or a count, that stays behind the others', async () => {
    const page = await at('karma-6-hand-25', '360x740');
    expect([...(await faultsOf(page)), ...(await fanFaults(page))]).toEqual([]);
    const covered = '.fan .times { inset-inline-start: 1.5rem !important }';
    expect(await planted(page, covered, () => faultsOf(page))).toContainEqual(
      expect.stringMatching(/^partly hidden: hand.times/),
    );
    const styles = '.fan li { z-index: 0 !important }';
    expect((await planted(page, styles, () => fanFaults(page))).length).toBeGreaterThan(5);
  });

  test.each([
    ['the question', '.ask .sentence span { color: #aaa !important }'],
    ['what lies under a button', '.seat .who { color: #aaa !important }'],
    ['what lies on the oval', '.pot .sum { color: #b9b09a !important }'],
    ['what is see-through', '.ask .question { opacity: 0.4 }'],
  ])('finds pale text: %s', async (_, styles) => {
    const page = await at('allin-5-predict', '1440x900');
    expect(await paleTexts(page)).toEqual([]);
    const faults = await planted(page, styles, () => paleTexts(page));
    expect(faults).toContainEqual(expect.stringMatching(/^contrast of [1-4]/));
  });
});
