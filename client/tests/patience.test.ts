import { describe, expect, test } from 'vitest';
import { ApiError } from '../src/lib/net/api';
import { randomKey, untilAnswered } from '../src/lib/net/patience';

describe('requests that must not be lost', () => {
  test('are repeated while the server is away or has too much to do', async () => {
    const codes = ['offline', 'too_fast', 'busy', 'busy', 'offline', 'busy'];
    const waits: number[] = [];
    const answer = await untilAnswered(
      async () => {
        const code = codes.shift();
        if (code) throw new ApiError(code);
        return 'a seat';
      },
      async (ms) => waits.push(ms) > 0,
    );
    expect(answer).toBe('a seat');
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  });

  test('end with a refusal, or when nobody wants the answer', async () => {
    const ask = (code: string) => () => Promise.reject<string>(new ApiError(code));
    await expect(untilAnswered(ask('link'), async () => true)).rejects.toMatchObject({ code: 'link' });
    expect(await untilAnswered(ask('busy'), async () => false)).toBeNull();
  });

  test('are known by keys that the server takes', () => {
    const keys = Array.from({ length: 50 }, randomKey);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});
