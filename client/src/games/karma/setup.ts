import { t } from '../../lib/i18n.svelte';
import type { GameSetup } from '../game';
import Fields from './Fields.svelte';

export const setup: GameSetup = {
  Fields,
  describe(options) {
    const said: string[] = [];
    if (options.foresight) said.push(t('setup.foresight'));
    if (options.table_card_follow_up) said.push(t(`setup.follow.${options.table_card_follow_up as 'free'}`));
    return said;
  },
};
