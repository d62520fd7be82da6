import { afterEach, describe, expect, test, vi } from 'vitest';
import { keepsPromise, sha256 } from '../src/lib/fair';
import { promiseOf } from '../src/lib/model';

// The worked example of docs/fairness.md.
const seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const commitment = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';
const other = {
  seed: 'ff'.repeat(32),
  commitment: 'af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051',
};

describe('the promise about the seed', () => {
  const lobby = { commitment: null, seed: null };
  const playing = { commitment, seed: null };

  function afterAll(
    ...tables: { commitment: string | null; seed: string | null }[]
  ): Promise<boolean | null> {
    let promised: string | null = null;
    for (const table of tables) promised = promiseOf(promised, table);
    return keepsPromise(promised, tables.at(-1)!);
  }

  test('is kept by the seed with the first fingerprint', async () => {
    expect(await afterAll(lobby, playing, playing)).toBeNull();
    expect(await afterAll(lobby, playing, { commitment, seed })).toBe(true);
    expect(await afterAll({ commitment, seed })).toBe(true);
  });

  test('is not kept by another seed, whatever fingerprint comes with it', async () => {
    expect(await keepsPromise(null, other)).toBe(true);
    expect(await afterAll(playing, { commitment, seed: other.seed })).toBe(false);
    expect(await afterAll(playing, other)).toBe(false);
    expect(await afterAll(playing, { ...other, seed: null }, other)).toBe(false);
  });

  test('begins again with a game that begins again', async () => {
    expect(await afterAll(playing, lobby, { ...other, seed: null }, other)).toBe(true);
  });
});

describe.each(['on a secure page', 'on a page without WebCrypto'])('SHA-256 %s', (page) => {
  afterEach(() => vi.unstubAllGlobals());

  test('is the standard one', async () => {
    if (page !== 'on a secure page') vi.stubGlobal('crypto', {});
    expect(await sha256(new TextEncoder().encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(await keepsPromise(null, { seed, commitment })).toBe(true);
  });
});
