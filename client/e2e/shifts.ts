/** Whether anything on the page jumps. */
import type { Page } from 'playwright-core';

interface Shift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** From now on the page remembers what changes its place. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    const told = ({ x, y, width, height }: DOMRect): string =>
      [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        for (const { node, previousRect, currentRect } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          // Cards of the hand close up and lines of the log go on: that is the move itself.
          if (!element || element.closest('.hand, .ticker, .turnline, .side')) continue;
          const where = [element.closest('section, main, header, dialog'), element.parentElement, element]
            .map((each) => `${each?.tagName.toLowerCase()}.${each?.getAttribute('class')}`)
            .join(' ');
          shifts.push(
            `${where} (${element.textContent?.trim().slice(0, 40)}): ${told(previousRect)} → ${told(currentRect)}`,
          );
        }
      }
    }).observe({ type: 'layout-shift' });
  });
}

export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
