/** Time that is left, as people read it. */
import { t } from '../i18n.svelte';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** `0:42`, `3:05`, `5:20:00`; whole days where it is about days. */
export function timeLeft(seconds: number): string {
  if (seconds >= 2 * DAY) return t('setup.clock.days', { count: Math.floor(seconds / DAY) });
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(seconds / HOUR), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The time for each choice, as the host sets it. */
export function clockLabel(seconds: number | null): string {
  if (seconds === null) return t('setup.clock.none');
  if (seconds >= DAY) return t('setup.clock.days', { count: Math.round(seconds / DAY) });
  if (seconds >= 60) return t('setup.clock.minutes', { count: Math.round(seconds / 60) });
  return t('setup.clock.seconds', { count: seconds });
}

/** When the last part of the time begins: a fifth of it, but at least five seconds. */
export function hurryFrom(total: number | null): number {
  return Math.min(60, Math.max(5, Math.round((total ?? 50) / 5)));
}
