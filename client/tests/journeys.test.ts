import { describe, expect, test } from 'vitest';
import { dealZones, plan } from '../src/lib/table/journeys';

const ids = (tokens: readonly { id: number }[] | undefined) => (tokens ?? []).map((token) => token.id);

describe('cards keep their place on the screen', () => {
  test('a card that is played is the one that arrives on the pile', () => {
    const before = dealZones({ hand: ['9', '12', '14'], pile: ['8'] });
    const after = plan(before, { hand: ['12', '14'], pile: ['8', '9'] }, [
      { card: '9', from: 'hand', to: 'pile', at: 0 },
    ]);
    expect(after.zones.pile![1]!.id).toBe(before.hand![0]!.id);
    expect(ids(after.zones.hand)).toEqual(ids(before.hand).slice(1));
    expect(after.flights).toHaveLength(1);
  });

  test('equal cards: those that stay keep their tokens', () => {
    const before = dealZones({ hand: ['9', '9', '9'], pile: [] });
    const after = plan(before, { hand: ['9'], pile: ['9', '9'] }, [
      { card: '9', from: 'hand', to: 'pile', at: 0 },
      { card: '9', from: 'hand', to: 'pile', at: 60 },
    ]);
    const all = [...ids(after.zones.hand), ...ids(after.zones.pile)];
    expect(new Set(all).size).toBe(3);
    expect(new Set(all)).toEqual(new Set(ids(before.hand)));
  });

  test('a card that only passes the pile has one journey with a stop', () => {
    const before = dealZones({ hand: ['16'], pile: ['16', '16'] });
    const after = plan(before, { hand: [], pile: [] }, [
      { card: '16', from: 'hand', to: 'pile', at: 0 },
      ...['16', '16', '16'].map((card) => ({ card, from: 'pile', to: 'gone', at: 500, burn: true })),
    ]);
    expect(after.flights).toHaveLength(3);
    expect(after.flights[0]!.stops.map((stop) => stop.zone)).toEqual(['hand', 'pile', 'gone']);
    expect(after.flights.every((flight) => flight.burn)).toBe(true);
  });

  test('a drawn card is new and is turned over', () => {
    const before = dealZones({ hand: ['3'] });
    const after = plan(before, { hand: ['3', '7'] }, [
      { card: '7', from: 'stock', to: 'hand', at: 0, flip: true },
    ]);
    expect(ids(before.hand)).not.toContain(after.zones.hand![1]!.id);
    expect(after.flights[0]).toMatchObject({ card: '7', flip: true });
  });

  test('a swap exchanges two cards in their places', () => {
    const before = dealZones({ hand: ['5C', '9M'], 'river:3': ['KT', '2S'] });
    const after = plan(before, { hand: ['9M', '2S'], 'river:3': ['KT', '5C'] }, [
      { card: '5C', from: 'hand', to: 'river:3', at: 0 },
      { card: '2S', from: 'river:3', to: 'hand', at: 60 },
    ]);
    expect(after.zones['river:3']![1]!.id).toBe(before.hand![0]!.id);
    expect(after.zones.hand!.find((token) => token.card === '2S')!.id).toBe(before['river:3']![1]!.id);
    expect(after.zones['river:3']![0]!.id).toBe(before['river:3']![0]!.id);
  });

  test('without any event the next picture still has every card once', () => {
    const before = dealZones({ hand: ['1', '2'], pile: ['3'] });
    const after = plan(before, { hand: ['2', '4'], pile: [] }, []);
    expect(after.zones.hand!.map((token) => token.card)).toEqual(['2', '4']);
    expect(after.zones.hand![0]!.id).toBe(before.hand![1]!.id);
    expect(after.flights).toEqual([]);
  });
});
