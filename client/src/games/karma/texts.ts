/** Karma's English texts (vite.config.ts). */
import { addTexts } from '../../lib/i18n.svelte';

const found = import.meta.glob<object>('../../locales/en.json', {
  query: '?karma',
  import: 'default',
  eager: true,
});
Object.values(found).forEach(addTexts);
