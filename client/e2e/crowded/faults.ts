/** What is wrong with a table as it stands on the screen. */
import type { Page } from 'playwright-core';

const PARTS = {
  status: '.status',
  seat: '.players .seat',
  board: '.board .river, .board .slot, .board .words, .board .pot, .board .place',
  question: '.ask .question, .ask > .sentence',
  actions: '.ask .actions',
  own: '.own > *',
  hand: 'section.hand, .fan li',
};

export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate((PARTS) => {
    const faults: string[] = [];
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    type Box = { left: number; top: number; right: number; bottom: number };
    const table = document.querySelector('.table');
    if (!table) return ['there is no table'];
    const named = (element: Element): string => {
      const part = Object.entries(PARTS).find(([, selector]) => element.closest(selector))?.[0];
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      return `${part ?? element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${text}”`;
    };
    const shown = (element: Element): boolean => {
      if (getComputedStyle(element).clipPath === 'inset(50%)') return false;
      if (element.closest('.unseen, [inert], [hidden], [aria-hidden="true"] .ghost')) return false;
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const parts = (part: keyof typeof PARTS): HTMLElement[] =>
      [...table.querySelectorAll<HTMLElement>(PARTS[part])].filter(shown);
    const inside = (box: Box): boolean =>
      box.left >= screen.left - 1 &&
      box.top >= screen.top - 1 &&
      box.right <= screen.right + 1 &&
      box.bottom <= screen.bottom + 1;
    const told = ({ left, top, right, bottom }: Box): string =>
      `${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`;

    // The page itself never scrolls.
    const page = document.scrollingElement!;
    if (page.scrollHeight > innerHeight + 1) faults.push(`the page is ${page.scrollHeight} px high`);
    const around = table.parentElement!;
    if (around.scrollHeight > around.clientHeight + 1)
      faults.push(`the table is ${around.scrollHeight} px high`);
    if (page.scrollWidth > innerWidth + 1) faults.push(`the page is ${page.scrollWidth} px wide`);

    // Everything one decides by is on the screen.
    for (const part of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
      for (const element of parts(part)) {
        const box = element.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) {
          if (element.textContent?.trim()) faults.push(`nothing to see of ${named(element)}`);
        } else if (!inside(box)) faults.push(`off the screen: ${named(element)} at ${told(box)}`);
      }
    }
    for (const part of ['seat', 'question', 'board'] as const) {
      if (!parts(part).length) faults.push(`there is no ${part}`);
    }

    // Parts do not lie on each other; cards of the hand may.
    const fanned = (element: Element): boolean => element.closest('section.hand') !== null;
    const solid = (['seat', 'board', 'question', 'actions', 'own', 'hand'] as const).flatMap(parts);
    solid.forEach((one, index) => {
      for (const other of solid.slice(index + 1)) {
        if (one.contains(other) || other.contains(one) || (fanned(one) && fanned(other))) continue;
        const a = one.getBoundingClientRect();
        const b = other.getBoundingClientRect();
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1) faults.push(`${named(one)} and ${named(other)} overlap`);
      }
    });

    // Text is readable and whole.
    const words = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    const clipped = new Set<Element>();
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const holder = node.parentElement;
      if (!node.textContent?.trim() || !holder || holder.closest('svg') || !shown(holder)) continue;
      const size = parseFloat(getComputedStyle(holder).fontSize);
      if (size < 11.95) faults.push(`text of ${size} px: ${named(holder)}`);
      // Names are as long as people make them; where there is no room, they end with an ellipsis.
      if (holder.matches('.who') && holder.clientWidth > 36) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      for (let outer: Element | null = holder; outer && outer !== table; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        if (style.overflowX === 'auto' || style.overflowY === 'auto' || style.overflowY === 'scroll') break;
        if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue;
        const frame = outer.getBoundingClientRect();
        if (box.right > frame.right + 1 || box.left < frame.left - 1 || box.bottom > frame.bottom + 2)
          clipped.add(holder);
      }
    }
    for (const element of clipped) faults.push(`cut off: ${named(element)}`);

    // Whatever can be chosen shows at least 24 px of itself.
    const targets = [
      ...table.querySelectorAll<HTMLElement>('button, [role="button"], [role="radio"], a[href]'),
    ];
    for (const target of targets) {
      if (!shown(target) || target.closest('.side')) continue;
      if (target.getAttribute('aria-disabled') === 'true' || (target as HTMLButtonElement).disabled) continue;
      const box = target.getBoundingClientRect();
      if (!box.width) continue;
      const left = Math.max(box.left, 0);
      const right = Math.min(box.right, innerWidth);
      const top = Math.max(box.top, 0);
      const bottom = Math.min(box.bottom, innerHeight);
      let wide = 0;
      let high = 0;
      const free = (x: number, y: number): boolean => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (target.contains(hit) || hit.contains(target));
      };
      for (let y = top + 2; y < bottom; y += 4) {
        let run = 0;
        for (let x = left + 1; x < right; x += 2) {
          run = free(x, y) ? run + 2 : 0;
          wide = Math.max(wide, run);
        }
      }
      for (let x = left + 2; x < right; x += 4) {
        let run = 0;
        for (let y = top + 1; y < bottom; y += 2) {
          run = free(x, y) ? run + 2 : 0;
          high = Math.max(high, run);
        }
      }
      if (wide < 23 || high < 23) faults.push(`only ${wide} × ${high} px of ${named(target)} can be hit`);
    }
    return faults;
  }, PARTS);
}
