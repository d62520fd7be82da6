/** A long press, a right click or the key I: look closer instead of choosing. */
import type { Attachment } from 'svelte/attachments';

const LONG = 450;

export function longPress(look: () => void): Attachment<HTMLElement> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let looked = false;
    const stop = (): void => clearTimeout(timer);
    const start = (event: PointerEvent): void => {
      looked = false;
      stop();
      if (event.button !== 0) return;
      timer = setTimeout(() => {
        looked = true;
        look();
      }, LONG);
    };
    const click = (event: MouseEvent): void => {
      if (!looked) return;
      looked = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const menu = (event: MouseEvent): void => {
      event.preventDefault();
      if (!looked) look();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'i' && !event.ctrlKey && !event.metaKey && !event.altKey) look();
    };
    // A mouse that rests on it is told what it does.
    const explain = ({ pointerType }: PointerEvent): void => {
      if (pointerType === 'mouse') element.title = element.ariaLabel ?? '';
    };
    element.addEventListener('pointerenter', explain);
    element.addEventListener('pointerdown', start);
    element.addEventListener('pointerup', stop);
    element.addEventListener('pointercancel', stop);
    element.addEventListener('pointerleave', stop);
    element.addEventListener('click', click, { capture: true });
    element.addEventListener('contextmenu', menu);
    element.addEventListener('keydown', key);
    return () => {
      stop();
      element.removeEventListener('pointerenter', explain);
      element.removeEventListener('pointerdown', start);
      element.removeEventListener('pointerup', stop);
      element.removeEventListener('pointercancel', stop);
      element.removeEventListener('pointerleave', stop);
      element.removeEventListener('click', click, { capture: true });
      element.removeEventListener('contextmenu', menu);
      element.removeEventListener('keydown', key);
    };
  };
}
