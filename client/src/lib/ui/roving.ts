/** Arrow keys move between the buttons of a group; Tab goes on to the next group. */
import type { Attachment } from 'svelte/attachments';

const NEXT = new Set(['ArrowRight', 'ArrowDown']);
const BEFORE = new Set(['ArrowLeft', 'ArrowUp']);

export const roving: Attachment<HTMLElement> = (element) => {
  const buttons = (): HTMLElement[] => [...element.querySelectorAll<HTMLElement>('button:not(:disabled)')];
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
  element.addEventListener('keydown', onkeydown);
  return () => element.removeEventListener('keydown', onkeydown);
};
