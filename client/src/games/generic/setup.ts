import { server } from '../../lib/net/info.svelte';
import { say } from '../../lib/say';
import type { GameSetup } from '../game';
import Fields from './Fields.svelte';
import { loadTexts } from './texts.svelte';

export async function setupOf(game: string): Promise<GameSetup> {
  await loadTexts(game).catch(() => undefined);
  return {
    Fields,
    describe: (options) =>
      (server.game(game)?.options ?? [])
        .filter(({ name }) => name !== 'players' && options[name] !== undefined)
        .map(({ name, kind, about }) =>
          kind === 'flag' ? say(about) : `${say(about)}: ${String(options[name])}`,
        ),
  };
}
