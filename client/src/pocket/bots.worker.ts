/** Bots in a worker of their own: they are told views, and there is no state here that they could look at. */
import type { FromBots, ToBots } from './messages';
import { startPython } from './python';

type Think = (job: string, question: string) => string;

let started: Promise<Think> | null = null;
let arrived: (packages: ArrayBuffer) => void = () => undefined;
const packages = new Promise<ArrayBuffer>((resolve) => (arrived = resolve));
const answer = (message: FromBots): void => postMessage(message);

addEventListener('message', async ({ data }: MessageEvent<ToBots>) => {
  if (data.kind === 'start') {
    started = startPython(data.parts, packages).then((python) => {
      const thinking = python.pyimport('fatum.pocket.thinking');
      thinking.prepare();
      return thinking.think as Think;
    });
    return;
  }
  if (data.kind === 'packages') {
    arrived(data.packages);
    return;
  }
  try {
    const think = await started!;
    answer({ id: data.id, answer: think(data.job, data.question) });
  } catch (error) {
    answer({ id: data.id, failed: String(error) });
  }
});
