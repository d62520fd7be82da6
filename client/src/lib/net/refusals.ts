/** What went wrong with a request, in words. */
import { t } from '../i18n.svelte';
import { say } from '../say';
import { ApiError } from './api';

export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.code === 'offline'
    ? t('net.server')
    : t('net.problem', { text: error.said ? say(error.said) : error.code });
}
