import { t } from '../../lib/i18n.svelte';
import type { GameSetup } from '../game';
import CardTableField from './CardTableField.svelte';
import Fields from './Fields.svelte';

export const setup: GameSetup = {
  Fields,
  MoreFields: CardTableField,
  describe(options) {
    const said: string[] = [];
    if (options.side) said.push(t(`setup.side.${options.side as 'B'}`));
    if (options.discard) said.push(t(`setup.discard.${options.discard as 'shadows'}`));
    if (options.heirs) said.push(t('setup.heirs'));
    if (options.cards) said.push(t('setup.cards'));
    return said;
  },
};
