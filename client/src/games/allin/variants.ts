import { t } from '../../lib/i18n.svelte';
import type { Options } from '../game';

/** What these options change, in sentences. */
export function variants(options: Options): string[] {
  const said: string[] = [];
  if (options.side === 'B') said.push(t('allin.variant.sideB'));
  if (options.discard === 'shadows') said.push(t('allin.variant.shadows'));
  if (options.discard === 'closed_eye') said.push(t('allin.variant.closed_eye'));
  if (options.heirs) said.push(t('allin.variant.heirs'));
  if (options.cards) said.push(t('allin.variant.cards'));
  return said;
}
