/** What a seat sees of a game. */
import type { Picture } from '../../lib/model';
import type { AllInViewData } from '../../protocol.gen';

export type AllInView = AllInViewData;

export const viewOf = (picture: Picture): AllInView => picture.view as AllInView;
