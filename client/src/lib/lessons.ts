/** The texts of the tutorials: a title for each chapter, and `chapter.step` for what is read in it. */
import { cardName } from './names';

export type LessonTexts = Readonly<Record<string, string>>;

const files = import.meta.glob<LessonTexts>('../../../src/fatum/i18n/lessons/*/*.json', {
  import: 'default',
});

export async function loadLessons(game: string, language: string): Promise<LessonTexts> {
  return files[`../../../src/fatum/i18n/lessons/${language}/${game}.json`]!();
}

/** A text with the names of its cards, which it holds as `{GP}`. */
export const lessonText = (texts: LessonTexts, key: string): string =>
  (texts[key] ?? '').replace(/\{(\w+)\}/g, (_, card: string) => cardName(card));
