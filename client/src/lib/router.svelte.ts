/** Which screen is shown: the path of the page's address. */
import { ROOT } from './root';

const place = (): string => location.pathname.slice(ROOT.length);

class Router {
  path = $state(typeof location === 'undefined' ? '/' : place());
  hash = $state(typeof location === 'undefined' ? '' : location.hash.slice(1));

  constructor() {
    if (typeof window !== 'undefined') addEventListener('popstate', () => this.#read());
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, '', ROOT + to);
    else history.pushState(null, '', ROOT + to);
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    this.path = place();
    this.hash = location.hash.slice(1);
  }
}

export const router = new Router();

/** Links inside the client change the screen without reloading the page. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = (event.target as Element).closest?.('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  const path = link.pathname.startsWith(`${ROOT}/`) ? link.pathname.slice(ROOT.length) : link.pathname;
  if (/^\/(api|docs)\//.test(path)) return;
  event.preventDefault();
  router.go(path + link.hash);
}
