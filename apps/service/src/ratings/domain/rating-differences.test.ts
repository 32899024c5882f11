import { currentModel, type KeyedState } from '@partner-rating/ratings';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { RatingRow } from '../../platform/database/schema.ts';
import { isVisible, ratingDifferences } from './rating-differences.ts';

const lastPlayed = Date.parse('2026-09-12T12:00:00Z');
const state = (memberId: string, rest: Partial<KeyedState> = {}): KeyedState => ({
  ...{ memberId, sport: 'padel', bracket: 'overall-open', mu: 25, sigma: 5, rating: 3.5 },
  ...{ games: 4, lastPlayed, ...rest },
});
const row = (memberId: string, rest: Partial<RatingRow> = {}): RatingRow => ({
  ...{ member_id: memberId, sport: 'padel', bracket: 'overall-open', mu: 25, sigma: 5 },
  ...{ rating: 3.5, reliability: currentModel.reliabilityOf(5), games: 4 },
  ...{ last_played_at: new Date(lastPlayed), updated_at: new Date(lastPlayed), ...rest },
});
const between = (rows: RatingRow[], states: KeyedState[]) =>
  ratingDifferences(rows, states, currentModel);

describe('ratings that stand otherwise than they follow from the ledger', () => {
  it('are none where each stands as it follows', () => {
    const unknown = between(
      [row('mike', { last_played_at: null })],
      [state('mike', { lastPlayed: null })],
    );
    expect(unknown).toEqual([]);
    expect(between([row('mike'), row('priya')], [state('priya'), state('mike')])).toEqual([]);
  });

  testRows<Partial<RatingRow>>([
    { mu: 26 },
    { sigma: 6 },
    { rating: 3.6 },
    { reliability: 0.1 },
    { games: 5 },
    { last_played_at: null },
    { last_played_at: new Date(lastPlayed + 1) },
  ])('are those that differ in any number', (change) => {
    const standing = row('mike', change);
    expect(between([standing], [state('mike')])).toMatchObject([
      { memberId: 'mike', standing, expected: { reliability: currentModel.reliabilityOf(5) } },
    ]);
  });

  it('are those of which one is not there, player by player', () => {
    const found = between(
      [row('mike', { bracket: 'singles-open' }), row('sofia', { sport: 'tennis' })],
      [state('mike'), state('sofia', { bracket: 'mixed-open' })],
    );
    const named = found.map(({ memberId, sport, bracket, expected, standing }) => [
      ...[memberId, sport, bracket],
      ...[expected !== null, standing !== null],
    ]);
    expect(named).toEqual([
      ['mike', 'padel', 'overall-open', true, false],
      ['mike', 'padel', 'singles-open', false, true],
      ['sofia', 'padel', 'mixed-open', true, false],
      ['sofia', 'tennis', 'overall-open', false, true],
    ]);
  });
});

describe('a difference', () => {
  const expected = { ...state('mike'), reliability: 0.64 };
  const difference = (standing: Partial<RatingRow> | null) => ({
    ...{ memberId: 'mike', sport: 'padel', bracket: 'overall-open', expected },
    standing: standing && row('mike', { reliability: 0.64, ...standing }),
  });

  testRows([{ rating: 3.6 }, { reliability: 0.1 }, { games: 5 }, null])(
    'is seen in every number',
    (standing) => {
      expect(isVisible(difference(standing))).toBe(true);
    },
  );

  it('is seen in a rating that should not be there', () => {
    expect(isVisible({ ...difference({}), expected: null })).toBe(true);
  });

  it('is not seen in what only the model counts', () => {
    expect(isVisible(difference({ mu: 25.000_001, sigma: 5.000_001 }))).toBe(false);
  });
});
