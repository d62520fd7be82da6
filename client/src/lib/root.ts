/** The folder of the client on its host, without the last slash: empty on a server, any on a static site. */
declare const __SITE__: boolean;

export const SITE = __SITE__;
/** A site may lie anywhere; all scripts are in its folder `assets`. */
export const ROOT = SITE ? new URL(import.meta.url).pathname.replace(/\/assets\/[^/]*$/, '') : '';
if (SITE) {
  Object.assign(globalThis, { fatumRoot: ROOT });
  // They are relative to the first page: icons must be found from every other address, too.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel$=icon]'))
    link.setAttribute('href', link.href);
}
