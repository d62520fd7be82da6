/** The English texts of what is loaded when it is first needed (vite.config.ts). */
import { addTexts } from './i18n.svelte';

const found = import.meta.glob<object>('../locales/en.json', {
  query: '?later',
  import: 'default',
  eager: true,
});
Object.values(found).forEach(addTexts);
