/** What a table's options and clock change, each in one sentence. */
import { partsOf } from '../../games/registry';
import { t } from '../i18n.svelte';
import type { Picture } from '../model';
import { clockLabel } from './time';

export function variantsOf(picture: Picture): string[] {
  const { options, settings } = picture.table;
  const said = [...(partsOf(picture)?.variants?.(options) ?? [])];
  const seconds = settings.move_time;
  if (seconds) said.push(t('aid.clock', { time: clockLabel(seconds) }));
  if (settings.hints === false) said.push(t('aid.hints'));
  return said;
}
