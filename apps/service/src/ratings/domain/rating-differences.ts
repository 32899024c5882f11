import type { RatingRow } from '../../platform/database/schema.ts';
import { ratingKey } from './rate-matches.ts';
import type { RatingModel } from './rating-model.ts';
import type { KeyedState } from './rating-states.ts';

/** A rating as it follows from the ledger. */
export interface ExpectedRating extends KeyedState {
  reliability: number;
}

/** A rating that does not stand as it should; one of the two is there. */
export interface RatingDifference {
  memberId: string;
  sport: string;
  bracket: string;
  /** Null where none should be. */
  expected: ExpectedRating | null;
  /** Null where none is. */
  standing: RatingRow | null;
}

/** Player by player, the primary bracket of each first as long as there is one. */
export function ratingDifferences(
  standing: readonly RatingRow[],
  states: readonly KeyedState[],
  model: RatingModel,
): RatingDifference[] {
  const rows = new Map(
    standing.map((row) => [ratingKey(row.member_id, row.sport, row.bracket), row]),
  );
  const differences: RatingDifference[] = [];
  for (const state of states) {
    const { memberId, sport, bracket, sigma } = state;
    const key = ratingKey(memberId, sport, bracket);
    const row = rows.get(key) ?? null;
    rows.delete(key);
    const expected = { ...state, reliability: model.reliabilityOf(sigma) };
    if (row !== null && isSame(expected, row)) continue;
    differences.push({ memberId, sport, bracket, expected, standing: row });
  }
  for (const row of rows.values()) {
    const { member_id: memberId, sport, bracket } = row;
    differences.push({ memberId, sport, bracket, expected: null, standing: row });
  }
  return [...Map.groupBy(differences, ({ memberId }) => memberId).values()].flat();
}

/** Whether a difference is one that a player would see: the model counts in finer steps. */
export function isVisible({ expected, standing }: RatingDifference): boolean {
  if (expected === null || standing === null) return true;
  return (
    expected.rating !== standing.rating ||
    expected.reliability !== standing.reliability ||
    expected.games !== standing.games
  );
}

function isSame(expected: ExpectedRating, row: RatingRow): boolean {
  return (
    expected.mu === row.mu &&
    expected.sigma === row.sigma &&
    expected.rating === row.rating &&
    expected.reliability === row.reliability &&
    expected.games === row.games &&
    expected.lastPlayed === (row.last_played_at?.getTime() ?? null)
  );
}
