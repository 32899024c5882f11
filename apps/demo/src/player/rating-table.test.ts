import { type Splits, splitsFor } from '@partner-rating/client';
import { expect, it } from 'vitest';
import { ratingTable } from './player-page.ts';

const split = (R: number) => ({ R, reliability: 0.5, games: 10 });
const tableOf = (splits: Splits) =>
  ratingTable(splitsFor({ sport: { padel: { ...split(4), splits } } }, 'padel'));

it('the table has a row for each category and a column for each division, the open ones first', () => {
  const table = tableOf({
    'singles-35+': split(4.1),
    'mixed-open': split(4.2),
    'overall-35+': split(4.3),
    'overall-open': split(4.4),
  });
  expect(table.divisions).toEqual(['Open', '35+']);
  expect(table.rows.map(({ category, cells }) => [category, cells.map((cell) => cell?.R)])).toEqual(
    [
      ['All matches', [4.4, 4.3]],
      ['Singles', [undefined, 4.1]],
      ['Mixed', [4.2, undefined]],
    ],
  );
});

it('the table shows unknown brackets too', () => {
  const table = tableOf({ 'overall-open': split(4), 'wheelchair-12-13': split(3) });
  expect(table.divisions).toEqual(['Open', '12–13']);
  expect(table.rows.map(({ category }) => category)).toEqual(['All matches', 'Wheelchair']);
});
