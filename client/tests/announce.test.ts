import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../src/lib/model';
import { Announcer, sinceLastTurn } from '../src/lib/table/announce';

const texts = (announcer: Announcer): string[] => announcer.said.map(({ text }) => text);

describe('what is announced', () => {
  test('says what happened before what is asked', () => {
    const announcer = new Announcer();
    announcer.tell(1, ['Bo plays 7.'], '');
    announcer.tell(2, ['Cleo takes the pile.'], 'Play a card.');
    expect(texts(announcer)).toEqual(['Bo plays 7.', 'Cleo takes the pile.', 'Play a card.']);
  });

  test('says each thing once, however often it is told', () => {
    const announcer = new Announcer();
    announcer.tell(1, ['Bo plays 7.'], '');
    announcer.tell(1, ['Bo plays 7.'], 'Play a card.');
    announcer.tell(1, ['Bo plays 7.'], 'Play a card.');
    expect(texts(announcer)).toEqual(['Bo plays 7.', 'Play a card.']);
  });

  test('does not ask again what stands while others move', () => {
    const announcer = new Announcer();
    announcer.tell(1, [], 'Lay three cards.');
    announcer.tell(2, ['Bo lays a card.'], 'Lay three cards.');
    expect(texts(announcer)).toEqual(['Lay three cards.', 'Bo lays a card.']);
  });

  test('asks the same again at the next turn', () => {
    const announcer = new Announcer();
    announcer.tell(1, [], 'Play a card.');
    announcer.tell(2, ['You play 7.'], '');
    announcer.tell(3, ['Bo plays 8.'], 'Play a card.');
    expect(texts(announcer).filter((text) => text === 'Play a card.')).toHaveLength(2);
  });

  test('repeats under new numbers, so that it is read again', () => {
    const announcer = new Announcer();
    announcer.tell(1, ['Bo plays 7.'], '');
    announcer.repeat(['Bo plays 7.']);
    expect(new Set(announcer.said.map(({ id }) => id)).size).toBe(2);
  });
});

describe('what happened since the last turn', () => {
  const log: LogEntry[] = ['P1', 'P2', 'P3', 'P1', 'P1', 'P2', 'P3'].map((seat, index) => ({
    seq: index,
    news: { what: 'moved', seat },
    events: [],
  }));
  const seqs = (entries: LogEntry[]): number[] => entries.map(({ seq }) => seq);

  test('begins after the last move of the seat', () => {
    expect(seqs(sinceLastTurn(log, 'P1'))).toEqual([5, 6]);
    expect(seqs(sinceLastTurn(log, 'P2'))).toEqual([6]);
  });

  test('after a move of its own it begins after the turn before', () => {
    expect(seqs(sinceLastTurn(log.slice(0, 5), 'P1'))).toEqual([1, 2, 3, 4]);
  });

  test('is the latest for people who only watch', () => {
    expect(sinceLastTurn([...log, ...log], null)).toHaveLength(8);
  });
});
