/** WebKitGTK's own small browser by its WebDriver, in a window that nobody sees. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { Driver } from './driver';

export const WEBKIT_DRIVER = process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

export async function webkit(width: number, height: number): Promise<Driver> {
  const port = await freePort();
  // WebKitGTK has no headless mode. Its processes may not have a sandbox of their own under root.
  const process_ = spawn(
    'xvfb-run',
    ['-a', '-s', `-screen 0 ${width + 80}x${height + 200}x24`, WEBKIT_DRIVER, `--port=${port}`],
    {
      detached: true,
      env: {
        ...process.env,
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      },
    },
  );
  const gone = new Promise<void>((resolve) => process_.once('exit', () => resolve()));
  const base = `http://127.0.0.1:${port}`;
  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${base}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  }
  const end = Date.now() + 60_000;
  while (!(await send('GET', '/status').catch(() => null))) {
    if (Date.now() > end) throw new Error('WebKitWebDriver does not answer');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: {} },
  });
  const at = `/session/${sessionId}`;
  await send('POST', `${at}/window/rect`, { width, height });
  await send('POST', `${at}/timeouts`, { script: 120_000 });
  return {
    go: async (url) => {
      await send('POST', `${at}/url`, { url });
    },
    evaluate: async <T>(expression: string) => {
      const script = `const done = arguments[0];
        (async () => (${expression}))().then((value) => done({ value: JSON.stringify(value ?? null) }),
          (error) => done({ error: String(error) }));`;
      const answer = await send<{ value?: string; error?: string }>('POST', `${at}/execute/async`, {
        script,
        args: [],
      });
      if (answer.error) throw new Error(answer.error);
      return JSON.parse(answer.value!) as T;
    },
    click: async (x, y) => {
      await send('POST', `${at}/actions`, {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            parameters: { pointerType: 'mouse' },
            actions: [
              { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    },
    close: async () => {
      await send('DELETE', at).catch(() => undefined);
      process.kill(-process_.pid!);
      await gone;
    },
  };
}
