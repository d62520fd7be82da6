/** What a browser loads. */
import type { Page } from 'playwright-core';

/** Everything that is loaded for a table by a browser that has nothing yet, in bytes on the wire. */
export async function weigh(page: Page, path: string): Promise<{ js: number; all: number; files: string[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, string>();
  const files: string[] = [];
  let [js, all] = [0, 0];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.url.includes('/api/')) return;
    kinds.set(requestId, type);
    files.push(response.url.split('/').at(-1)!);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === undefined) return;
    all += encodedDataLength;
    if (kind === 'Script') js += encodedDataLength;
  });
  await page.goto(path);
  await page.locator('.table[data-asked]').waitFor();
  await page.waitForLoadState('networkidle');
  return { js, all, files };
}
