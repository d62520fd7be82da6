/** How a game that the client does not know is told: its package brings the words, in five languages. */
import { words } from '../../lib/i18n.svelte';
import { api } from '../../lib/net/api';

export async function loadTexts(game: string): Promise<void> {
  const { language } = words;
  const found = await api.texts(game, language);
  // The texts of a language left meanwhile may come last.
  if (words.language === language) words.told = { ...words.told, ...found.texts };
}
