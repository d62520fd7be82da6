/** What axe-core finds on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** By all of its rules, or by one of them. */
export async function violations(page: Page, rule?: string): Promise<string[]> {
  // Evaluated, not added as a script, which the page's own policy forbids.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(rule && { runOnly: [rule] }) };
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return found.violations.flatMap((each) =>
    each.nodes.map(
      (node) =>
        `${each.id}: ${node.any[0]?.message ?? each.help} ${node.target.join(' ')} ${node.html.slice(0, 160)}`,
    ),
  );
}
