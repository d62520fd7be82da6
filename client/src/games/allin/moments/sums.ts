/** Why a round brought what it brought, in words. The server has scored; this only explains. */
import { RUNE_CARD } from '../../../lib/cards/kinds';
import { t } from '../../../lib/i18n.svelte';
import type { Picture } from '../../../lib/model';
import { handName, playerName } from '../../../lib/names';
import type { Score, ScoreRow } from '../score';

/** What a Rune card pays, as the card says. */
const RUNE_VALUE = 2;

/** "Three of a kind pays 3, a Rune card 2." */
export function explainPay(row: ScoreRow): string {
  const said = payLine(row);
  return said.charAt(0).toLocaleUpperCase() + said.slice(1);
}

function payLine(row: ScoreRow): string {
  const cards = row.cards.filter((card) => card === RUNE_CARD).length;
  const runes = cards * RUNE_VALUE;
  const value = row.pay - runes;
  const hand = handName(row.said);
  if (value > 0 && cards > 0) return t('allin.score.pays.both', { hand, value, runes, count: cards });
  if (cards > 0) return t('allin.score.pays.runes', { runes, count: cards });
  return value > 0 ? t('allin.score.pays', { hand, value }) : t('allin.score.pays.nothing');
}

/** Whom a player has bet on. */
export function potLine(row: ScoreRow, picture: Picture, strongest: string): string {
  const name = playerName(picture, row.predicted ?? '');
  const right = row.predicted === strongest;
  if (row.predicted === row.seat) {
    if (row.seat === picture.you.seat) return right ? t('allin.score.own.right') : t('allin.score.own.wrong');
    return right ? t('allin.score.self.right') : t('allin.score.self.wrong');
  }
  if (row.predicted === picture.you.seat)
    return right ? t('allin.score.you.right') : t('allin.score.you.wrong');
  return right ? t('allin.score.bet.right', { name }) : t('allin.score.bet.wrong', { name });
}

/** What became of the pot. */
export function potSentence(score: Score): string {
  const won = score.rows.reduce((sum, row) => sum + row.pot, 0);
  const left = score.pot - won;
  if (won === 0) return t('allin.score.kept.all', { count: score.pot });
  return left > 0 ? t('allin.score.kept', { count: left }) : '';
}
