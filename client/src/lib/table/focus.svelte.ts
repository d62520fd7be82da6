/** Keeps the focus where a player was, although the card they played is gone. */

const GROUPS = '.hand, .own, main, .ask, .players';
const buttonsOf = (group: Element): HTMLElement[] =>
  [...group.querySelectorAll<HTMLElement>('button:not(:disabled)')].filter(
    (button) => button.getClientRects().length > 0,
  );

/** Follow the focus at a table; the answer gives it back to the group if what had it is gone. */
export function keepFocus(): () => void {
  let last: { element: HTMLElement; selector: string; place: number } | null = null;

  $effect(() => {
    const onfocus = (event: FocusEvent): void => {
      const element = event.target as HTMLElement;
      const group = element.closest('.table')?.contains(element) ? element.closest(GROUPS) : null;
      const selector = group && GROUPS.split(', ').find((each) => group.matches(each));
      last = group && selector ? { element, selector, place: buttonsOf(group).indexOf(element) } : null;
    };
    document.addEventListener('focusin', onfocus);
    return () => document.removeEventListener('focusin', onfocus);
  });

  return () => {
    if (!last || last.element.isConnected || document.querySelector('dialog[open]')) return;
    if (document.activeElement && document.activeElement !== document.body) return;
    const group = document.querySelector(`.table ${last.selector}`);
    const buttons = group ? buttonsOf(group) : [];
    // An empty group: whatever can be done instead.
    const next =
      buttons[Math.min(Math.max(0, last.place), buttons.length - 1)] ??
      document.querySelector<HTMLElement>('.table .ask button, .table .hand button');
    next?.focus({ preventScroll: true });
  };
}
