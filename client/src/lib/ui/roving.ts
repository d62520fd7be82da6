/** Arrow keys move between the buttons of a group; Tab goes on to the next group. */
import type { Attachment } from 'svelte/attachments';

const NEXT = new Set(['ArrowRight', 'ArrowDown']);
const BEFORE = new Set(['ArrowLeft', 'ArrowUp']);

export const roving: Attachment<HTMLElement> = (element) => {
  const buttons = (): HTMLElement[] => [...element.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  let last: HTMLElement | null = null;

  /** One button of the group is on the way of the Tab key: the last used, or the first that can be used. */
  const settle = (): void => {
    const all = buttons();
    const stop =
      all.find((button) => button === last) ??
      all.find((button) => button.getAttribute('aria-disabled') !== 'true') ??
      all[0];
    for (const button of all) {
      const index = button === stop ? 0 : -1;
      if (button.tabIndex !== index) button.tabIndex = index;
    }
  };
  const onfocus = (event: FocusEvent): void => {
    last = event.target as HTMLElement;
    settle();
  };
  const onkeydown = (event: KeyboardEvent): void => {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    let to: number;
    if (NEXT.has(event.key)) to = (at + 1) % all.length;
    else if (BEFORE.has(event.key)) to = (at - 1 + all.length) % all.length;
    else if (event.key === 'Home') to = 0;
    else if (event.key === 'End') to = all.length - 1;
    else return;
    event.preventDefault();
    all[to]?.focus();
  };
  const watcher = new MutationObserver(settle);
  watcher.observe(element, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'aria-disabled'],
  });
  element.addEventListener('keydown', onkeydown);
  element.addEventListener('focusin', onfocus);
  settle();
  return () => {
    watcher.disconnect();
    element.removeEventListener('keydown', onkeydown);
    element.removeEventListener('focusin', onfocus);
  };
};
