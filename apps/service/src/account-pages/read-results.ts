import type { Schemas } from '@partner-rating/server';
import { explainParts } from '../members/explain-parts.ts';
import type { Database } from '../platform/database/schema.ts';
import { PRIMARY_BRACKET } from '../ratings/domain/brackets.ts';
import { listResultsIn, type PlayerResult } from './store/results.ts';

export interface ExplainedResult extends PlayerResult {
  /** What it does to the primary rating of its player, as their results stand today. */
  explanation: Schemas.RatingExplanation | null;
}

/** A player's results in these matches, in their order, with what each does. */
export async function readResults(
  database: Database,
  memberId: string,
  matchIds: readonly string[],
): Promise<ExplainedResult[]> {
  const results = await listResultsIn(database, memberId, matchIds);
  const partOf = ({ matchId }: PlayerResult) => ({ matchId, bracket: PRIMARY_BRACKET });
  const viewer = { memberId, applicationId: null };
  const explanationOf = await explainParts(database, results.map(partOf), viewer);
  return results.map((result) => ({
    ...result,
    explanation: explanationOf(partOf(result)) ?? null,
  }));
}
