import { showHistory } from '../members/show-history.ts';
import type { Database } from '../platform/database/schema.ts';
import { ratingOf } from '../ratings/domain/scale.ts';
import { startingSkill } from '../ratings/domain/starting-skill.ts';
import { findStates, findStatesBefore } from '../ratings/store/player-states.ts';
import { findMatchChanges } from '../ratings/store/rating-history.ts';
import { primaryRating } from './read-history.ts';
import { listResultsIn, type PlayerResult } from './store/results.ts';

/** What a result did to the primary rating of its player, as their results stand today. */
export interface ResultEffect {
  before: number;
  after: number;
  /** The share of the games that was to be expected; null where others hide what it follows from. */
  expectedShare: number | null;
}

export interface RatedResult extends PlayerResult {
  /** Null where it moves nobody, or is still to be rated. */
  effect: ResultEffect | null;
}

/** A player's results in these matches, in their order, with what each did. */
export async function readResults(
  database: Database,
  memberId: string,
  matchIds: readonly string[],
): Promise<RatedResult[]> {
  const results = await listResultsIn(database, memberId, matchIds);
  const expected = await readExpectedShares(database, memberId, matchIds);
  const moves = new Map<string, Pick<ResultEffect, 'before' | 'after'>>();
  for (const [sport, rated] of Map.groupBy(results, (result) => result.sport)) {
    const found = await readMoves(database, memberId, sport, rated);
    for (const [matchId, move] of found) moves.set(matchId, move);
  }
  return results.map((result) => {
    const move = moves.get(result.matchId);
    const expectedShare = expected.get(result.matchId) ?? null;
    return { ...result, effect: move === undefined ? null : { ...move, expectedShare } };
  });
}

/** What these results of a sport moved the rating from and to, by match. */
async function readMoves(
  database: Database,
  memberId: string,
  sport: string,
  results: readonly PlayerResult[],
): Promise<Map<string, Pick<ResultEffect, 'before' | 'after'>>> {
  const positions = results
    .filter(({ isRated, isVoided, isHeld }) => isRated && !isVoided && !isHeld)
    .map(({ playedAt, arrival, matchId }) => ({ memberId, matchDate: playedAt, arrival, matchId }));
  const which = { sport, version: 'published' } as const;
  const after = await findStates(database, which, positions);
  const before = await findStatesBefore(database, which, positions);
  const start = ratingOf(startingSkill(sport).mu);
  return new Map(
    positions.flatMap(({ matchId }, index) => {
      const [stateBefore, stateAfter] = [before[index] ?? null, after[index] ?? null];
      const rating = stateAfter === null ? null : primaryRating(stateAfter);
      if (rating === null) return [];
      const from = stateBefore === null ? null : primaryRating(stateBefore);
      return [[matchId, { before: from ?? start, after: rating }] as const];
    }),
  );
}

/** What share of the games was to be expected, by match, as far as a player may know it. */
async function readExpectedShares(
  database: Database,
  memberId: string,
  matchIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await findMatchChanges(database, memberId, matchIds);
  const history = await showHistory(database, rows, { memberId, applicationId: null });
  return new Map(
    history.flatMap(({ matchId, explanation }) =>
      matchId === null || explanation === undefined || explanation.expectedShare === null
        ? []
        : [[matchId, explanation.expectedShare] as const],
    ),
  );
}
