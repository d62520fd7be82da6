import { describe, expect, test } from 'vitest';
import { keepsPromise } from '../src/lib/fair';
import { promiseOf } from '../src/lib/model';

// The worked example of docs/fairness.md.
const seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const commitment = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';
const other = { seed: 'ff'.repeat(32), commitment: 'af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051' };

describe('the promise about the seed', () => {
  const lobby = { commitment: null, seed: null };
  const playing = { commitment, seed: null };

  function afterAll(...tables: { commitment: string | null; seed: string | null }[]): boolean | null {
    let promised: string | null = null;
    for (const table of tables) promised = promiseOf(promised, table);
    return keepsPromise(promised, tables.at(-1)!);
  }

  test('is kept by the seed with the first fingerprint', () => {
    expect(afterAll(lobby, playing, playing)).toBeNull();
    expect(afterAll(lobby, playing, { commitment, seed })).toBe(true);
    expect(afterAll({ commitment, seed })).toBe(true);
  });

  test('is not kept by another seed, whatever fingerprint comes with it', () => {
    expect(keepsPromise(null, other)).toBe(true);
    expect(afterAll(playing, { commitment, seed: other.seed })).toBe(false);
    expect(afterAll(playing, other)).toBe(false);
    expect(afterAll(playing, { ...other, seed: null }, other)).toBe(false);
  });

  test('begins again with a game that begins again', () => {
    expect(afterAll(playing, lobby, { ...other, seed: null }, other)).toBe(true);
  });
});
