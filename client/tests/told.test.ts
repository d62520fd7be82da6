import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PYTHON } from '../e2e/server';
import { loadParts } from '../src/games/registry';
import { words } from '../src/lib/i18n.svelte';
import type { GameEvent, Picture } from '../src/lib/model';
import { narrate } from '../src/lib/narration';
import { tell } from '../src/lib/say';
import { LANGUAGES, type Language } from '../src/lib/settings.svelte';

interface Case {
  game: string;
  viewer: string | null;
  names: string[];
  event: GameEvent;
  key: string | null;
  said: Record<Language, string> | null;
}

function pictureOf({ game, viewer, names }: Case): Picture {
  const seats = names.map((name, seat) => ({ seat: `P${seat + 1}`, kind: 'person', name }));
  return { you: { seat: viewer, host: false }, table: { game, seats } } as unknown as Picture;
}

test('events are told as the terminal tells them, in every language', async () => {
  const printed = execFileSync(PYTHON, [join(import.meta.dirname, 'told.py')], {
    maxBuffer: 2 ** 26,
    env: { ...process.env, PYTHONPATH: join(import.meta.dirname, '../../src') },
  });
  const cases = JSON.parse(printed.toString()) as Case[];
  expect(new Set(cases.map(({ key }) => key)).size).toBeGreaterThan(80);
  await Promise.all(['karma', 'allin'].map(loadParts));
  for (const each of cases)
    expect(narrate(each.event, pictureOf(each))?.key ?? null, JSON.stringify(each)).toBe(each.key);
  for (const language of LANGUAGES) {
    await words.use(language);
    for (const each of cases)
      expect(tell([each.event], pictureOf(each)), JSON.stringify(each.event)).toEqual(
        each.said ? [each.said[language]] : [],
      );
  }
  await words.use('en');
}, 60_000);
