/** What is wrong with a table as it stands on the screen. */
import type { Page } from 'playwright-core';

const PARTS = {
  status: '.status',
  seat: '.players .seat',
  board: '.board .river, .board .slot, .board .words, .board .pot, .board .place',
  question: '.ask .question > *, .ask > .sentence',
  actions: '.ask .actions:has(button, a)',
  offer: '.offer li',
  ticker: '.ticker',
  own: 'section.own > *',
  hand: 'section.hand, .fan li',
  shown: 'section.eye, section.since',
};

export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate((PARTS) => {
    const faults: string[] = [];
    type Box = { left: number; top: number; right: number; bottom: number };
    const screen: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const table = document.querySelector('.table');
    if (!table) return ['there is no table'];
    // A showdown and a result lie over the table, and scroll where they must.
    const sheet = document.querySelector('.showdown, dialog[open]');
    const root = sheet ?? table;
    const named = (element: Element): string => {
      const part = Object.entries(PARTS).find(([, selector]) => element.closest(selector))?.[0];
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
      const classes = (element.getAttribute('class') ?? '').replace(/ ?svelte-\w+/g, '');
      return `${part ?? element.tagName.toLowerCase()}.${classes} “${text.replace(/\s+/g, ' ').slice(0, 40)}”`;
    };
    const visible = new Map<Element, boolean>();
    const shown = (element: Element): boolean => {
      let is = visible.get(element);
      if (is === undefined) {
        // Texts for screen readers only are clipped away.
        const said = element.matches('.unseen') || getComputedStyle(element).clipPath === 'inset(50%)';
        is = !said && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        is &&= element === document.body || shown(element.parentElement!);
        visible.set(element, is);
      }
      return is;
    };
    const parts = (part: keyof typeof PARTS): HTMLElement[] =>
      [...document.querySelectorAll<HTMLElement>(PARTS[part])].filter(shown);
    const within = (box: Box, frame: Box, spare = 1): boolean =>
      box.left >= frame.left - spare &&
      box.top >= frame.top - spare &&
      box.right <= frame.right + spare &&
      box.bottom <= frame.bottom + spare;
    const told = ({ left, top, right, bottom }: Box): string =>
      `${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`;
    const common = (a: Box, b: Box): number =>
      Math.min(
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
      );

    // The page itself never scrolls, and neither does the table.
    const page = document.scrollingElement!;
    const beyond = (side: 'right' | 'bottom', edge: number): string =>
      [...document.body.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect()[side] > edge + 1)
        .slice(0, 3)
        .map(named)
        .join(', ');
    if (page.scrollHeight > innerHeight + 1)
      faults.push(`the page is ${page.scrollHeight} px high: ${beyond('bottom', innerHeight)}`);
    if (page.scrollWidth > innerWidth + 1)
      faults.push(`the page is ${page.scrollWidth} px wide: ${beyond('right', innerWidth)}`);
    const around = table.parentElement!;
    if (around.scrollHeight > around.clientHeight + 1)
      faults.push(`the table is ${around.scrollHeight} px high: ${beyond('bottom', innerHeight)}`);

    // Everything one decides by is on the screen, and whole.
    const clipped = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      for (let outer = element.parentElement; outer && outer !== around; outer = outer.parentElement)
        if (getComputedStyle(outer).overflow !== 'visible' && !within(box, outer.getBoundingClientRect(), 2))
          return true;
      return false;
    };
    for (const part of (sheet ? [] : Object.keys(PARTS)) as (keyof typeof PARTS)[]) {
      for (const element of parts(part)) {
        const box = element.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) {
          if (element.textContent?.trim()) faults.push(`nothing to see of ${named(element)}`);
        } else if (!within(box, screen)) faults.push(`off the screen: ${named(element)} at ${told(box)}`);
        else if (clipped(element)) faults.push(`partly hidden: ${named(element)} at ${told(box)}`);
      }
    }
    for (const element of sheet?.querySelectorAll('.showdown li, .showdown footer, button.main') ?? []) {
      const box = element.getBoundingClientRect();
      if (!within(box, screen) || (element.matches('li') && clipped(element)))
        faults.push(`off the screen: ${named(element)} at ${told(box)}`);
    }
    if (!sheet)
      for (const element of document.querySelectorAll('.players .seat, .fan li'))
        if (!shown(element)) faults.push(`not shown: ${named(element)}`);
    for (const part of ['seat', 'question', 'board'] as const) {
      if (!sheet && !parts(part).length) faults.push(`there is no ${part}`);
    }

    // Parts do not lie on each other; cards of the hand may.
    const fanned = (element: Element): boolean => element.closest('section.hand') !== null;
    const solid = (
      ['status', 'seat', 'board', 'question', 'actions', 'offer', 'ticker', 'own', 'hand', 'shown'] as const
    )
      .flatMap((part) => (sheet ? [] : parts(part)))
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    solid.forEach((one, index) => {
      for (const other of solid.slice(index + 1)) {
        const [a, b] = [one.element, other.element];
        if (a.contains(b) || b.contains(a) || (fanned(a) && fanned(b))) continue;
        // What an Eye shows, and what was missed, may lie over seats and the pot until the next tap, but over
        // nothing to choose.
        if (b.matches(PARTS.shown) && a.matches('.status, .seat, .ticker, .pot')) continue;
        if (common(one.box, other.box) > 1)
          faults.push(`${named(a)} at ${told(one.box)} and ${named(b)} at ${told(other.box)} overlap`);
      }
    });

    // Text is large enough, whole, inside the part it belongs to, and on no other text.
    const everyPart = Object.values(PARTS).join();
    const names = [...document.querySelectorAll('.players .who')].map((who) => who.textContent!.trim());
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const once = new Set<string>();
    const lines: { holder: Element; box: Box }[] = [];
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const holder = node.parentElement;
      const text = node.textContent!;
      if (!text.trim() || !holder || holder.closest('svg') || !shown(holder)) continue;
      const style = getComputedStyle(holder);
      const size = parseFloat(style.fontSize);
      if (size < 11.95) once.add(`text of ${size} px: ${named(holder)}`);
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      // The log scrolls.
      if (holder.closest('.side')) continue;
      const cut = [];
      let low = false;
      let scroller: Element | null = null;
      for (let outer: Element | null = holder; outer && outer !== root; outer = outer.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(outer);
        if (overflowY === 'auto' || overflowY === 'scroll') {
          scroller = outer;
          break;
        }
        if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
        const frame = outer.getBoundingClientRect();
        const beyond = box.bottom > frame.bottom + 2 || box.top < frame.top - 2;
        if (box.right > frame.right + 1 || box.left < frame.left - 1 || beyond) cut.push(frame);
        low ||= beyond;
      }
      if (cut.length) {
        // Names are as long as people make them. What shows must tell the players apart: the first part of
        // the name, or in a seat narrower than 10 rem its first seven letters.
        const right = Math.min(...cut.map((frame) => frame.right)) - size;
        let letters = 0;
        if (holder.matches('.who > .rest')) continue;
        if (style.textOverflow === 'ellipsis' && holder.matches('.who'))
          for (; letters < text.length; letters += 1) {
            range.setStart(node, letters);
            range.setEnd(node, letters + 1);
            if (range.getBoundingClientRect().right > right + 2) break;
          }
        const narrow = (holder.closest('.seat')?.clientWidth ?? 0) < 10 * rem;
        const enough = narrow ? 7 : /^[^\s-]*/.exec(text.trim())![0].length;
        const alike = names.filter((name) => name.startsWith(text.slice(0, letters)));
        if (low || letters < enough || new Set(alike).size > 1) once.add(`cut off: ${named(holder)}`);
        continue;
      }
      const button = holder.closest('button');
      if (button && !holder.closest('.ticker, .times, .tag') && !within(box, button.getBoundingClientRect()))
        once.add(`${named(holder)} at ${told(box)} is wider than its button`);
      const part = holder.closest(everyPart);
      // A mark may sit on the edge of a seat.
      if (
        part &&
        !holder.closest('.marks, .tag, .times') &&
        !within(box, part.getBoundingClientRect(), size * 0.17)
      )
        once.add(
          `${named(holder)} at ${told(box)} spills out of ${named(part)} at ${told(part.getBoundingClientRect())}`,
        );
      const thin = size * 0.2;
      range.selectNodeContents(node);
      for (const { left, top, right, bottom } of range.getClientRects())
        if (
          right - left > 1 &&
          (!scroller || within({ left, top, right, bottom }, scroller.getBoundingClientRect()))
        )
          lines.push({ holder, box: { left, top: top + thin, right, bottom: bottom - thin } });
    }
    lines.forEach((one, index) => {
      for (const other of lines.slice(index + 1))
        if (one.holder !== other.holder && common(one.box, other.box) > 1.5)
          once.add(`${named(one.holder)} and ${named(other.holder)} are written on each other`);
    });
    faults.push(...once);

    // What is declared and known about a player lies beside each other, not on a name.
    for (const seat of sheet ? [] : parts('seat')) {
      const things = [...seat.querySelectorAll('.marks .mark, .chip, .places > .place, .who, .said > span')]
        .filter(shown)
        .filter((each) => !each.parentElement!.closest('.mark'))
        .map((element) => ({ element, box: element.getBoundingClientRect() }));
      things.forEach((one, index) => {
        if (one.element.matches('.place') && one.box.width < 27.5)
          faults.push(`a card of ${Math.round(one.box.width)} px: ${named(seat)}`);
        for (const other of things.slice(index + 1))
          if (common(one.box, other.box) > (one.element.matches('.who, .mark') ? 4 : 1))
            faults.push(`${named(one.element)} and ${named(other.element)} overlap at ${named(seat)}`);
      });
    }
    for (const card of sheet ? [] : document.querySelectorAll<HTMLElement>('.fan li'))
      if (card.offsetWidth < 51.5) faults.push(`a card of ${card.offsetWidth} px: ${named(card)}`);

    for (const times of root.querySelectorAll('.fan .times')) {
      const { right, top, height } = times.getBoundingClientRect();
      if (!times.parentElement!.contains(document.elementFromPoint(right - 2, top + height / 2)))
        faults.push(`partly hidden: ${named(times)}`);
    }

    // A square of 24 px of each target can be hit; of a card of the hand, 44 px once it has the focus.
    const hit = (target: Element, need: number): boolean => {
      const box = target.getBoundingClientRect();
      const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
      const [right, bottom] = [Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
      const step = need / 4;
      const across = Math.floor((right - left - 0.5) / step) + 1;
      const down = Math.floor((bottom - top - 0.5) / step) + 1;
      const known = new Map<number, boolean>();
      const free = (column: number, row: number): boolean => {
        const place = row * across + column;
        let is = known.get(place);
        if (is === undefined) {
          const over = document.elementFromPoint(left + 0.25 + column * step, top + 0.25 + row * step);
          is = target.contains(over);
          known.set(place, is);
        }
        return is;
      };
      // The corners of a card are round.
      const square = (column: number, row: number): boolean => {
        for (let place = 0; place < 25; place += 1) {
          const [x, y] = [place % 5, Math.floor(place / 5)];
          if ((x === 0 || x === 4) && (y === 0 || y === 4)) continue;
          if (!free(column + x, row + y)) return false;
        }
        return true;
      };
      for (let row = 0; row + 4 < down; row += 1)
        for (let column = 0; column + 4 < across; column += 1) if (square(column, row)) return true;
      return false;
    };
    const targets = root.querySelectorAll<HTMLElement>('button, [role="button"], [role="radio"], a[href]');
    for (const target of targets) {
      if (!shown(target) || target.closest('.side')) continue;
      // What was missed lies over seats until it is put away.
      if (target.closest('.seat') && document.querySelector('section.since')) continue;
      if (sheet) target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const off = target.getAttribute('aria-disabled') === 'true' || (target as HTMLButtonElement).disabled;
      if ((!off || target.closest('.fan')) && !hit(target, 23.5))
        faults.push(`less than 24 px of ${named(target)} can be hit`);
    }
    // A seat is a target as a whole; only what has been declared may lie on its edge.
    for (const target of sheet ? [] : document.querySelectorAll('.seat > .more, .seat > .target')) {
      const { left, top, width, height } = target.getBoundingClientRect();
      let hits = 0;
      for (let place = 0; place < 100; place += 1) {
        const [x, y] = [(place % 10) + 0.5, Math.floor(place / 10) + 0.5];
        if (document.elementFromPoint(left + (width * x) / 10, top + (height * y) / 10) === target) hits += 1;
      }
      if (hits < 85 && !document.querySelector(PARTS.shown))
        faults.push(`only ${hits} % of ${named(target)} can be hit`);
    }
    return faults;
  }, PARTS);
}

/** Each card of the hand comes forward when it gets the focus, so that 44 px of it can be hit. */
export async function fanFaults(page: Page): Promise<string[]> {
  if (await page.locator('.showdown, dialog[open]').count()) return [];
  // From a key on, what gets the focus shows it.
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const faults: string[] = [];
    for (const card of document.querySelectorAll<HTMLElement>('.fan li > button')) {
      card.focus();
      const { left, top, width, height } = card.getBoundingClientRect();
      const middle = document.elementFromPoint(left + width / 2, top + height / 2);
      const near = [0.12, 0.88].map((part) =>
        document.elementFromPoint(left + width * part, top + height / 2),
      );
      if (Math.min(width, height) < 43.5 || ![middle, ...near].every((over) => card.contains(over)))
        faults.push(`less than 44 px of “${card.getAttribute('aria-label')}” with the focus`);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return faults;
  });
}

/** Text that is too pale for what lies behind it, also where another element lies over both. */
export function paleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = [red: number, green: number, blue: number, alpha: number];
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const known = new Map<string, Colour>();
    const colourOf = (text: string): Colour => {
      let colour = known.get(text);
      if (!colour) {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
        known.set(text, (colour = [red!, green!, blue!, alpha! / 255]));
      }
      return colour;
    };
    const over = ([r, g, b, a]: Colour, [x, y, z]: Colour): Colour => [
      r * a + x * (1 - a),
      g * a + y * (1 - a),
      b * a + z * (1 - a),
      1,
    ];
    const light = (colour: Colour): number => {
      const [r, g, b] = colour.slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const contrast = (one: Colour, other: Colour): number => {
      const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
      return (high! + 0.05) / (low! + 0.05);
    };
    /** The colours that can lie behind a place; none if a picture does. */
    const behind = (holder: Element, x: number, y: number): Colour[] => {
      const stack = document.elementsFromPoint(x, y);
      const place = stack.indexOf(holder);
      const layers = place < 0 ? [] : stack.slice(place);
      if (place < 0)
        for (let outer: Element | null = holder; outer; outer = outer.parentElement) layers.push(outer);
      const found: Colour[][] = [];
      for (const layer of layers) {
        if (layer.closest('svg')) return [];
        const { backgroundColor, backgroundImage } = getComputedStyle(layer);
        const stops = backgroundImage.match(/(?:rgba?|color|oklab|oklch)\([^()]*\)/g) ?? [];
        if (backgroundImage !== 'none' && !stops.length) return [];
        const colours = [...(stops.length ? stops : [backgroundColor])].map(colourOf);
        if (colours.every(([, , , alpha]) => alpha === 0)) continue;
        found.push(colours);
        if (colours.every(([, , , alpha]) => alpha === 1)) break;
      }
      let shades: Colour[] = [[255, 255, 255, 1]];
      for (const colours of found.reverse())
        shades = colours.flatMap((colour) => shades.map((shade) => over(colour, shade)));
      return shades;
    };
    const faults = new Set<string>();
    const root = document.querySelector('.showdown, dialog[open]') ?? document.body;
    const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const holder = node.parentElement!;
      if (
        !node.textContent!.trim() ||
        holder.closest('svg, script, style, .unseen, [aria-disabled=true], :disabled')
      )
        continue;
      if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getClientRects()[0];
      if (!box || box.width < 2) continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const style = getComputedStyle(holder);
      if (style.clipPath === 'inset(50%)' || holder.parentElement?.closest('.unseen')) continue;
      const [red, green, blue, solid] = colourOf(style.color);
      let alpha = solid;
      for (let outer: Element | null = holder; outer; outer = outer.parentElement)
        alpha *= Number(getComputedStyle(outer).opacity);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const shades = behind(holder, x, y);
      const least = Math.min(
        ...shades.map((shade) => contrast(over([red, green, blue, alpha], shade), shade)),
      );
      if (least < (large ? 3 : 4.5) - 0.05)
        faults.add(`contrast of ${least.toFixed(2)}: “${node.textContent!.trim().slice(0, 40)}”`);
    }
    return [...faults];
  });
}
