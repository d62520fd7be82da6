import { expect, test } from 'vitest';
import { translate } from '../src/lib/sentences';

const known = {
  "it is {seat}'s turn": '{seat} ist am Zug',
  'the table is full': 'der Tisch ist voll',
  '{move}: a chance of {value} {chance_words}': '{move}: {value} Chance, {chance_words}',
  '{said}, because {because}': '{said}, weil {because}',
  '{said}; {move} is as good.': '{said}; {move} ist genauso gut.',
  'it improves your hand': 'es dein Blatt verbessert',
  'to win': 'zu gewinnen',
};

test('a sentence is found by its template', () => {
  expect(translate(known, "It is P2's turn (K5).", (part) => (part === 'P2' ? 'Bo' : part))).toBe('Bo ist am Zug (K5).');
  expect(translate(known, 'The table is full')).toBe('Der Tisch ist voll');
});

test('parts are translated in turn, and what is no sentence is named', () => {
  const hint = 'keep 9C: a chance of 44% to win, because it improves your hand; keep 8C is as good.';
  expect(translate(known, hint, (part) => part.replace('keep ', 'Behalte '))).toBe(
    'Behalte 9C: 44% Chance, zu gewinnen, weil es dein Blatt verbessert; Behalte 8C ist genauso gut.',
  );
});

test('what nobody knows stays as it is', () => {
  expect(translate(known, 'no such words')).toBe('no such words');
  expect(translate({}, 'no such words.')).toBe('no such words.');
});
