/** How a game that the client does not know is told: its package brings the words, in five languages. */
import { words } from '../../lib/i18n.svelte';
import { api } from '../../lib/net/api';

export async function loadTexts(game: string): Promise<void> {
  const found = await api.texts(game, words.language);
  words.told = { ...words.told, ...found.texts };
}
