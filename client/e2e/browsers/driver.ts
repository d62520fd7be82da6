import type { ChildProcess } from 'node:child_process';

/** What the tests need of a browser that Playwright does not drive. */
export interface Driver {
  go(url: string): Promise<void>;
  /** The value of an expression in the page; promises are waited for. */
  evaluate<T>(expression: string): Promise<T>;
  /** Press and release the primary button at a place of the page. */
  click(x: number, y: number): Promise<void>;
  close(): Promise<void>;
}

/** A line that a starting program prints, or an error if it ends or stays silent. */
export function firstLine(process: ChildProcess, wanted: RegExp, seconds = 60): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const listen = (data: Buffer): void => {
      printed += data.toString();
      const found = wanted.exec(printed);
      if (found) resolve(found);
    };
    process.stdout?.on('data', listen);
    process.stderr?.on('data', listen);
    process.once('error', reject);
    process.once('exit', () => reject(new Error(`it ended at once:\n${printed}`)));
    setTimeout(() => reject(new Error(`${wanted} was not printed:\n${printed}`)), seconds * 1000).unref();
  });
}
