/** What people with other eyes need: edges in forced colours, a focus that shows, and nothing out of reach. */
import type { Page } from 'playwright-core';

/** Controls without an edge, and controls that look the same with and without the focus. */
export function edges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const controls = [
      ...top.querySelectorAll<HTMLElement>('button, input, select, textarea, summary, a[href]'),
    ];
    const drawn = (style: CSSStyleDeclaration): boolean =>
      (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) ||
      (style.borderTopStyle !== 'none' && parseFloat(style.borderTopWidth) > 0) ||
      (style.borderBottomStyle !== 'none' && parseFloat(style.borderBottomWidth) > 0);
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (control.matches(':disabled, .unseen') || control.closest('[inert]')) continue;
      const label = control.getAttribute('aria-label') ?? control.textContent ?? '';
      const name = `${control.tagName}.${control.className} “${label.trim().slice(0, 40)}”`;
      // A box to tick is drawn by the browser, a link is known by its line.
      const own = control.matches('input[type=checkbox], input[type=radio], input[type=range], a');
      if (!own && !drawn(getComputedStyle(control))) found.push(`no edge: ${name}`);
      const before = getComputedStyle(control).backgroundColor;
      control.focus();
      if (document.activeElement !== control) continue;
      const after = getComputedStyle(control);
      // The label of a hidden box or field is outlined in its place.
      const around = control.closest('label, fieldset, .choice');
      const shown =
        (after.outlineStyle !== 'none' && parseFloat(after.outlineWidth) >= 2) ||
        (around !== null && getComputedStyle(around).outlineStyle !== 'none') ||
        before !== after.backgroundColor;
      if (!shown) found.push(`the focus does not show: ${name}`);
    }
    return found;
  });
}

/** What cannot be brought on the screen: the question, its answers, the hand, the table's words, any control. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const open = [...document.querySelectorAll('dialog[open]')].at(-1);
    const over = open ?? document.querySelector('.showdown, [role=dialog][aria-modal=true]');
    const top = over ?? document.body;
    const wanted = [
      ...top.querySelectorAll<HTMLElement>(
        'button, input, select, summary, a[href], .ask .sentence, .coach p, h1, h2, section.hand li',
      ),
    ];
    // Words in the middle of a table are no controls, and nothing beside the screen scrolls there.
    for (const words of over ? [] : document.querySelectorAll('.table :is(.status, .middle p)')) {
      const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement!.closest('.unseen')) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const box = range.getBoundingClientRect();
        if (box.width && (box.left < -1 || box.right > innerWidth + 1))
          found.push(`cut off: ${text.textContent!.trim().slice(0, 40)}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth + 1)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide, the screen ${innerWidth}`);
    for (const each of wanted) {
      if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (each.closest('.unseen, [inert], [hidden]') || getComputedStyle(each).clipPath === 'inset(50%)')
        continue;
      if (!over && each.closest('.side')) continue;
      each.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = each.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const label = (each.getAttribute('aria-label') ?? each.textContent ?? '').trim().slice(0, 40);
      const name = `${each.tagName}.${each.className} “${label}”`;
      const around = each.closest('label');
      let seen = getComputedStyle(each).pointerEvents === 'none';
      for (let x = 0.05; x < 1 && !seen; x += 0.1)
        for (let y = 0.05; y < 1 && !seen; y += 0.1) {
          const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
          seen = each.contains(hit) || (around !== null && around.contains(hit));
          // What was missed, and that one is safe, lie over the table until they are closed; their own buttons are
          // looked at, too.
          seen ||= hit !== null && hit.closest('.since, .safe') !== null && !each.closest('.since, .safe');
        }
      if (!seen) found.push(`out of reach: ${name}`);
      if (box.right < 1 || box.left > innerWidth - 1) found.push(`beside the screen: ${name}`);
    }
    return found;
  });
}
