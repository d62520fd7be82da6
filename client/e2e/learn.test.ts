/**
 * Both tutorials, played to their ends on a phone with wrong choices on the way: in the language with the longest
 * words, with `FATUM_LEARN=all` in every language, with `FATUM_LEARN=en,sk` in those. `FATUM_PICTURES` names
 * a folder for a picture of every step.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER, PHONE } from './browser';
import { Learner } from './learner';
import { GAMES } from './places';
import { stand } from './stand';

const { FATUM_LEARN: wanted = 'de', FATUM_PICTURES: pictures } = process.env;
const LANGUAGES = wanted === 'all' ? ['en', 'de', 'nl', 'fr', 'sk'] : wanted.split(',');
if (pictures) mkdirSync(pictures, { recursive: true });
const CHAPTERS = {
  karma: ['table', 'pile', 'burn', 'karma', 'tablecard', 'end'],
  allin: ['turn', 'effects', 'river', 'minds', 'hands', 'allin', 'predict'],
};
/** On small screens these stand for the others. */
const HARD = process.env.FATUM_LEARN ? CHAPTERS : { karma: ['end'], allin: ['minds'] };
/** Small and turned phones beside the usual one. */
const SMALL = [
  { width: 320, height: 640 },
  { width: 740, height: 360 },
];

/** Everything fits at each step. */
const lookAt =
  (learner: Learner, screen = '') =>
  async (step: string): Promise<void> => {
    await learner.fits(step);
    if (!pictures) return;
    const name = `${learner.game}.${step}.${learner.language}${screen}.png`;
    await learner.page.screenshot({ path: join(pictures, name) });
  };

describe.skipIf(NO_BROWSER)('tutorials', () => {
  const { arrive } = stand();

  for (const game of GAMES) {
    test.each(LANGUAGES)(`${game}, to the end on a phone in %s`, async (language) => {
      const { page } = await arrive({ language, context: { viewport: PHONE } });
      const learner = new Learner(page, game, language);
      for (const chapter of CHAPTERS[game]) await learner.chapter(chapter, lookAt(learner));
      // The device remembers what is done, and leads on into a real game.
      await page.locator('.coach button').tap();
      await page.locator('li a .again').last().waitFor();
      expect(await page.locator('li a .again').count()).toBe(CHAPTERS[game].length);
    });
  }

  test('the last chapter leads into a game', async () => {
    const { page } = await arrive();
    await new Learner(page, 'allin', 'en').chapter('predict');
    await page.locator('.ask .actions button.main').tap();
    await page.waitForURL(/\/t\/\w{8}/);
  });

  const small = SMALL.flatMap((viewport) => LANGUAGES.map((language) => ({ ...viewport, language })));
  test.each(small)('$language on $width × $height', async ({ language, width, height }) => {
    for (const game of GAMES) {
      const { page } = await arrive({ language, context: { viewport: { width, height } } });
      const learner = new Learner(page, game, language);
      const look = lookAt(learner, `-${width}`);
      for (const chapter of HARD[game]) await learner.chapter(chapter, look);
    }
  });

  test('the rulebook opens at the rule that refuses a choice, and its aid card fits one page', async () => {
    const { page } = await arrive();
    await page.goto('/learn/karma/pile');
    await page.locator('.ask .actions button.main').tap();
    const four = page.locator('.hand [data-card="4"]');
    await expect
      .poll(async () => {
        const box = (await four.boundingBox())!;
        await page.touchscreen.tap(box.x + 14, box.y + 30);
        return page.locator('.ask .actions').innerText();
      })
      .toContain('KR7');
    await page.locator('.ask .actions button').first().tap();
    await page.locator('dialog[open] section.turn.wanted').waitFor();
    for (const game of GAMES) {
      await page.goto(`/rules/${game}`);
      await page.locator('section.aid svg.card, section.aid .ladder').first().waitFor();
      const pdf = await page.pdf({ format: 'A4' });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    }
  });

  test('a legal choice that is not asked for is called possible', async () => {
    const { page } = await arrive();
    const learner = new Learner(page, 'karma', 'en');
    await page.goto('/learn/karma/pile');
    await page.locator('.ask .actions button.main').tap();
    await expect
      .poll(async () => {
        await page.locator('.hand [data-card="16"]').tap();
        return page.locator('.coach p').innerText();
      })
      .toBe(learner.words['learn.other']);
  });
});
