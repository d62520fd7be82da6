/** What this device lets its bots do. */
import { n, t } from '../lib/i18n.svelte';
import { pocket } from './pocket.svelte';

/** What to say about levels that think less far here than elsewhere. */
export async function slowLevels(): Promise<Record<string, string>> {
  const answer = await pocket.ask('GET', '/api/speed');
  if (!answer.ok) return {};
  const shares = Object.entries((await answer.json()) as Record<string, number>);
  return Object.fromEntries(
    shares.map(([level, share]) => [level, t('here.slow', { percent: n(Math.round(100 * share)) })]),
  );
}
