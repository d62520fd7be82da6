/** The code of a table as somebody has typed it. */
import { t } from '../i18n.svelte';
import { api, ApiError } from './api';
import { refusalText } from './refusals';

const LENGTH = 8;
/** Letters and digits that are easily mistaken for others are in no code. */
const NEVER = /[01ILOU]/;

/** Capitals without spaces and dashes. */
export const cleanCode = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** What is wrong with the code, or '' if there is such a table. */
export async function codeProblem(code: string): Promise<string> {
  const wrong = NEVER.exec(code);
  if (wrong) return t('home.join.never', { letter: wrong[0] });
  if (code.length !== LENGTH) return t('home.join.bad');
  try {
    await api.look(code);
    return '';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'gone') return t('home.join.none');
    return refusalText(error);
  }
}
