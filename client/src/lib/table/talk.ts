/** What people say at the table: lines and reactions, in their order. */
import { t } from '../i18n.svelte';
import type { LogEntry, Picture } from '../model';
import type { Play } from './play.svelte';

export interface Said {
  key: string;
  seat: string;
  text: string;
}

const isTalk = ({ news }: LogEntry): boolean => news?.what === 'chat' || news?.what === 'reaction';

/** A reaction in words. */
export const reactionText = (what: string): string => t(`react.${what as 'hello'}`);

export function talkOf(picture: Picture): Said[] {
  const lines = picture.chat.map(({ at, seat, text }, index) => ({ at, key: `c${at}.${index}`, seat, text }));
  const reactions = picture.log
    .filter(({ news }) => news?.what === 'reaction')
    .map(({ at = 0, seq, news }) => ({
      at,
      key: `r${seq}`,
      seat: news?.seat ?? '',
      text: reactionText(news?.text ?? ''),
    }));
  return [...lines, ...reactions].sort((one, other) => one.at - other.at);
}

/** Whether there is anybody to talk to. */
export function mayTalk({ show, seat }: Play): boolean {
  const { you, table } = show.picture;
  const others = table.seats.some((each) => each.kind === 'person' && each.seat !== you.seat);
  return seat.react !== undefined && (others || show.picture.chat.length > 0);
}

/** How much others have said since one last looked. */
export function unreadOf({ show, heard }: Play): number {
  const { log, you } = show.picture;
  return log.filter((entry) => entry.seq > heard && isTalk(entry) && entry.news?.seat !== you.seat).length;
}
