import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { RatingDifference } from './domain/rating-differences.ts';
import { currentModel, type RatingModel } from './domain/rating-model.ts';
import { RatingStates } from './domain/rating-states.ts';
import { replayLedger } from './replay-ledger.ts';
import { settleRatings } from './settle-ratings.ts';
import { appendReplayedSteps, type CorrectedMatch } from './store/rating-changes.ts';
import { findStatesBefore, findStraySteps, supersedeSteps } from './store/rating-steps.ts';
import { findRatedMembers } from './store/ratings.ts';

export type CorrectionCause = 'void' | 'merge' | 'rebuild' | 'confirmation';

export interface Correction {
  sport: string;
  /** Whose matches are rated again, and from which position in the ledger; null is everybody's, all. */
  from: { arrival: number; memberIds: readonly string[] } | null;
  cause: CorrectionCause;
  match: CorrectedMatch;
  changedAt: Date;
  model?: RatingModel;
  /** Called with how many more matches were read. */
  onProgress?: (matches: number) => void;
  /** Called with ratings that were changed. */
  onDifferences?: (differences: readonly RatingDifference[]) => void;
}

export interface CorrectionResult {
  /** How many matches were rated again. */
  rated: number;
  /** How many steps of theirs came out otherwise than they were stored. */
  steps: number;
  /** How many ratings that stand were changed. */
  ratings: number;
}

/**
 * Rates matches of one sport again, and everything that follows from them, and makes the ratings
 * what comes of it. The transaction must hold the ratings of the sport (`lockRatingsExclusive`). It reads
 * the ledger in pages, yet keeps the ratings of everybody it reaches in memory.
 */
export async function correctRatings(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  correction: Correction,
): Promise<CorrectionResult> {
  const { sport, from, cause, match, changedAt, model = currentModel, onProgress } = correction;
  const { onDifferences } = correction;
  const states = new RatingStates();
  const reach = from === null ? 'everyone' : new Set(from.memberIds);
  const strays = from === null ? await findStraySteps(transaction, sport) : [];
  await supersedeSteps(transaction, strays);
  if (from !== null) {
    const positions = from.memberIds.map((memberId) => ({ memberId, arrival: from.arrival }));
    for (const state of await findStatesBefore(transaction, sport, positions)) states.set(state);
  }

  const result = { rated: 0, steps: strays.length, ratings: 0 };
  const after = from === null ? 0 : from.arrival - 1;
  for await (const page of replayLedger(transaction, { sport, after, reach, states, model })) {
    const { differences } = page;
    await supersedeSteps(
      transaction,
      differences.flatMap(({ stored }) => stored ?? []),
    );
    await appendReplayedSteps(
      transaction,
      changedAt,
      differences.map(({ expected }) => expected),
    );
    result.rated += page.rated;
    result.steps += differences.length;
    onProgress?.(page.read);
  }

  const memberIds =
    reach === 'everyone'
      ? new Set([...states.memberIds(), ...(await findRatedMembers(transaction, sport))])
      : reach;
  result.ratings = await settleRatings(transaction, dependencies, {
    ...{ sport, states, model, memberIds, cause, match, changedAt, onDifferences },
  });
  return result;
}
