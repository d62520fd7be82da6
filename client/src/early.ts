/**
 * A script of its own, which runs while the page is read: the way to a table's server takes as long as all other
 * scripts. See fetch-early.ts.
 */
import { openEarly, socketUrl } from './lib/net/early';
import { hasMoved, keptTables } from './lib/tables';

const table = /^\/t\/([^0]\w{7})\/?$/.exec(location.pathname)?.[1];
const isShared = (id: string): boolean => keptTables().some((kept) => kept.id === id && kept.local?.length);
// With a one-time link the seat comes first; of several seats at one device, it is not known yet which one is next.
if (table && !location.hash && !hasMoved(table) && !isShared(table)) openEarly(socketUrl(table));
