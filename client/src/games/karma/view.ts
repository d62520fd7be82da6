/** What a seat sees of a game. */
import type { Picture } from '../../lib/model';
import type { KarmaSeatData, KarmaViewData } from '../../protocol.gen';

export type KarmaSeat = KarmaSeatData;
export type KarmaView = KarmaViewData;

export const viewOf = (picture: Picture): KarmaView => picture.view as KarmaView;
