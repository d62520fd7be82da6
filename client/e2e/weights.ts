/** What a browser loads. */
import type { Page } from 'playwright-core';

/** Everything that is loaded for a table by a browser that has nothing yet, in bytes on the wire. */
export async function weigh(page: Page, path: string): Promise<{ js: number; all: number; files: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, string>();
  let [js, all, files] = [0, 0, 0];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (!response.url.includes('/api/')) kinds.set(requestId, type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === undefined) return;
    files += 1;
    all += encodedDataLength;
    if (kind === 'Script') js += encodedDataLength;
  });
  await page.goto(path);
  await page.locator('.table[data-asked]').waitFor();
  await page.waitForLoadState('networkidle');
  return { js, all, files };
}
