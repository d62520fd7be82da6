/** The chapters of a tutorial, each loaded when it is opened. */
import type { Script, Tutorial } from './game';

export function tutorial(
  files: Record<string, () => Promise<Script>>,
  chapters: readonly string[],
): Tutorial {
  return { chapters, load: (chapter) => files[`./tutorial/${chapter}.json`]!() };
}
