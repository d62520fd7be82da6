import { t } from '../../lib/i18n.svelte';
import type { Options } from '../game';

/** What these options change, in sentences. */
export function variants(options: Options): string[] {
  const said: string[] = [];
  if (options.foresight) said.push(t('karma.variant.foresight'));
  if (options.table_card_follow_up === 'free') said.push(t('karma.variant.free'));
  return said;
}
