/**
 * The hardest crowded moments of real games on every screen: nothing is clipped, covered, too small, too
 * pale or off the screen. `make soak PART=crowded` looks at all of them in both themes and two languages.
 */
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { check } from './crowded/check';
import { crowdedMoments, VIEWPORTS } from './crowded/moments';
import { stand } from './stand';

const HARDEST = {
  de: [
    'allin-5-predict-long-names',
    'allin-5-hypnosis',
    'allin-3-heirs',
    'allin-5-showdown',
    'allin-5-missed',
    'karma-6-hand-20-long-names',
    'karma-6-give',
    'karma-6-look',
  ],
  en: [
    'allin-5-keep',
    'allin-5-eye-shown',
    'allin-5-discard',
    'karma-6-hand-25',
    'karma-6-wait',
    'karma-6-follow',
    'karma-6-missed',
  ],
};

describe.skipIf(NO_BROWSER)('crowded tables', () => {
  const { arrive } = stand();
  const moments = crowdedMoments();

  test('are real games of every kind', () => {
    expect(Object.keys(moments).length).toBeGreaterThanOrEqual(50);
    for (const name of [...HARDEST.de, ...HARDEST.en]) expect(moments).toHaveProperty([name]);
  });

  for (const [language, names] of Object.entries(HARDEST)) {
    test(`in ${language}`, async () => {
      const { page } = await arrive({ screen: 'desktop', language, theme: 'system' });
      const faults: string[] = [];
      for (const [place, name] of names.entries()) {
        const themes = [place % 2 ? ('light' as const) : ('dark' as const)];
        // Half of the screens each, so that every shape of a table is met with every kind of moment.
        const viewports = VIEWPORTS.filter((_, index) => index % 2 === place % 2);
        const found = await check(page, moments[name]!, { themes, viewports });
        faults.push(...found.map((fault) => `${name} ${fault}`));
      }
      expect(faults).toEqual([]);
    });
  }
});
