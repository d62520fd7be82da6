/** Set an option of a game; what is as usual is left out. */
import type { Options } from './game';

export function setOption(options: Options, name: string, value: unknown, usual: unknown): void {
  if (value === usual) delete options[name];
  else options[name] = value;
}
