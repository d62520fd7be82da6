/** Splits the English texts, so that they come with the code that shows them. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const words = (text: string): string[] => text.split(/\s+/);
/** English texts that the first table does not need. */
const LATER =
  words(`absence analysis award device end file here host learn leave lobby menu offline option played
  preview record replay rules server settings setup sheet since`).map((group) => `${group}.`);
/** What the first screens need of them: these, or what begins so. */
const AT_ONCE = words(`end.lost end.next end.rematch.wants end.winner end.won played.title
  replay.burn replay.take settings.language settings.title setup.clock. setup.name.default setup.opening
  setup.players`);
const begins = (key: string, starts: readonly string[]): boolean =>
  starts.some((start) => key.startsWith(start));
const GAME_TEXT = /^(allin|karma)\./;
const partOf = (key: string): string =>
  GAME_TEXT.exec(key)?.[1] ?? (begins(key, LATER) && !begins(key, AT_ONCE) ? 'later' : 'first');

/**
 * English is split: `import '…en.json?karma'` has a game's texts, `?later` those of everything that is loaded when it
 * is first needed. A module that mentions such a text is given an import of its part.
 */
export function splitTexts(): Plugin {
  const folder = new URL('./src/', import.meta.url).pathname;
  let build = false;
  const read = (file: string) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object);
  const moduleOf = (part: string): string =>
    part === 'later' ? `${folder}lib/later.ts` : `${folder}games/${part}/texts.ts`;
  return {
    name: 'split-texts',
    enforce: 'pre',
    configResolved: ({ command }) => void (build = command === 'build'),
    load(id) {
      const [file, part] = id.split('?');
      if (!file?.endsWith('/locales/en.json') || (part === undefined && !build)) return null;
      const texts = Object.fromEntries(read(file).filter(([key]) => partOf(key) === (part ?? 'first')));
      return part === undefined ? JSON.stringify(texts) : `export default ${JSON.stringify(texts)}`;
    },
    transform(code, id) {
      if (!build || !id.startsWith(folder) || !/\.(ts|svelte)$/.test(id) || id.endsWith('.gen.ts'))
        return null;
      const keys = read(`${folder}locales/en.json`).map(([key]) => key);
      const mentioned = [...code.matchAll(/['`"]([a-z]+\.[\w.]*)/g)].map((match) => match[1]!);
      const parts = new Set(
        mentioned.flatMap((said) =>
          keys.filter((key) => key === said || (said.endsWith('.') && key.startsWith(said))).map(partOf),
        ),
      );
      parts.delete('first');
      const imports = [...parts].map((part) => `import '${moduleOf(part)}';`).join(' ');
      if (!imports || [...parts].some((part) => moduleOf(part) === id)) return null;
      const begins = /<script lang="ts"( generics="[^"]*")?>/;
      return {
        code: id.endsWith('.svelte')
          ? code.replace(begins, (script) => `${script} ${imports}`)
          : `${imports} ${code}`,
        map: null,
      };
    },
  };
}
