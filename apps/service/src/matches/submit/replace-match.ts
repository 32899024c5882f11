// The use case of `matches.replace`: voids a wrong match, and stores the right one in its place.

import { ProblemError, type Schemas } from '@partner-rating/server';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { isVisible, type RatingDifference } from '../../ratings/domain/rating-differences.ts';
import type { Due, SettleNowOptions } from '../../ratings/settlement/settle-now.ts';
import { findDueOfMatch } from '../../ratings/settlement/store/due-positions.ts';
import { findLiveConnections, findPlayers, lockPlayers } from '../../ratings/store/players.ts';
import { type BatchDone, inBatchTransaction, type RatingLock } from '../batch-transaction.ts';
import { replacementResult } from '../domain/corrections.ts';
import { referencesOf } from '../domain/players.ts';
import {
  findMatchPlayers,
  findSubmittedMatch,
  findVoid,
  type VoidableMatch,
} from '../store/voids.ts';
import { storeVoid, type VoidDependencies } from '../void-match.ts';
import {
  type IngestOutcome,
  ingest,
  isWithoutGameErrors,
  type Refused,
  readSubmission,
  type Submission,
  sportsOf,
} from './ingest-batch.ts';
import { consentTo, type Submitter } from './read-facts.ts';

export interface ReplaceRequest {
  matchId: string;
  reason: string;
  /** The match that replaces it. */
  batch: Schemas.MatchBatch;
}

/** Rolls back the void if the new match is invalid. */
class RefusedReplacementError extends Error {
  override name = 'RefusedReplacementError';
  readonly refused: Refused;

  constructor(refused: Refused) {
    super('The replacement is invalid.');
    this.refused = refused;
  }
}

interface Replacement {
  wrong: VoidableMatch;
  reason: string;
  submission: Submission;
  lock: RatingLock;
}

/**
 * Voids a match and stores another in its place, in one transaction. A settlement then rates both changes together, so
 * that no rating is ever visible with both matches or with neither.
 * @returns null if the application submitted no such match.
 * @throws ProblemError `match_conflict` if the new match has the identifier of the replaced match or of a voided one,
 *   `match_voided` if the match was voided before.
 */
export async function replaceMatch(
  dependencies: VoidDependencies,
  submitter: Submitter,
  { matchId, reason, batch }: ReplaceRequest,
  options: Pick<SettleNowOptions, 'maxMatches'> = {},
): Promise<IngestOutcome | null> {
  const { database } = dependencies;
  const { applicationId } = submitter;
  const wrong = await findSubmittedMatch(database, applicationId, matchId);
  if (wrong === undefined) return null;
  const submission = { ...readSubmission(submitter, batch), isRatedLater: true };
  refuseSameIdentifier(wrong, submission);
  const differences: RatingDifference[] = [];
  const outcome = await inBatchTransaction(dependencies, {
    sports: [...sportsOf(submission.matches), wrong.sport],
    isDryRun: false,
    isValid: isWithoutGameErrors(submission),
    handle: async (transaction, lock) =>
      await replace(transaction, dependencies, { wrong, reason, submission, lock }),
    settling: { ...options, onDifferences: (found) => differences.push(...found) },
  }).catch((error: unknown) => {
    if (error instanceof RefusedReplacementError) return error.refused;
    throw error;
  });
  if (outcome.kind !== 'handled') return outcome;
  const { result } = outcome;
  const right = result.matches[0]?.id ?? null;
  return {
    kind: 'handled',
    result: replacementResult(result, {
      isSettled: !(await isAnyDue(dependencies, [matchId, right])),
      ...(await readMoved(dependencies, { applicationId, right, differences })),
    }),
  };
}

async function replace(
  transaction: DatabaseTransaction,
  dependencies: VoidDependencies,
  { wrong, reason, submission, lock }: Replacement,
): Promise<BatchDone<IngestOutcome>> {
  // This run only looks for errors.
  if (lock === 'none') return await ingest(transaction, dependencies, { submission, lock });
  const { applicationId } = submission.submitter;
  const request = { applicationId, matchId: wrong.id, reason };
  const players = await findMatchPlayers(transaction, wrong.id);
  if (lock === 'shared') {
    // All at once: two requests that locked some players first and the others later could deadlock.
    const named = referencesOf(submission.matches);
    const ids = [...named.ids, ...players.map(({ id }) => id)];
    await lockPlayers(transaction, { applicationId: null, ids, numbers: named.numbers });
  }
  if ((await findVoid(transaction, wrong.id)) !== undefined) {
    return await readRepeated(transaction, dependencies, { submission, wrong });
  }
  // Both get the same time, by which a running settlement knows that they belong together.
  const now = dependencies.clock();
  const atOnce = { ...dependencies, clock: () => now };
  const voiding = { request, actor: 'partner', lock } as const;
  const voided = await storeVoid(transaction, atOnce, voiding);
  const { outcome, due: confirmed } = await ingest(transaction, atOnce, { submission, lock });
  if (outcome.kind !== 'handled') throw new RefusedReplacementError(outcome);
  const [reported] = outcome.result.matches;
  await refuseVoided(transaction, reported);
  const right = reported?.id ?? null;
  const dueOrders = right === null ? [] : await findDueOfMatch(transaction, right);
  const stored = sportsOf(submission.matches).map((sport) => ({ sport, dueOrders }));
  return { outcome, due: bySport([...voided, ...confirmed, ...stored]) };
}

// One settlement for each sport, so that one that turns out to be too large is not started again.
function bySport(due: readonly Due[]): Due[] {
  return [...Map.groupBy(due, ({ sport }) => sport)].map(([sport, ofSport]) => ({
    sport,
    dueOrders: ofSport.flatMap(({ dueOrders }) => dueOrders),
  }));
}

// The partner may send the request again because the response was lost.
async function readRepeated(
  transaction: DatabaseTransaction,
  dependencies: VoidDependencies,
  { submission, wrong }: Pick<Replacement, 'submission' | 'wrong'>,
): Promise<BatchDone<IngestOutcome>> {
  const judged = await ingest(transaction, dependencies, { submission, lock: 'none' });
  const { outcome } = judged;
  if (outcome.kind === 'handled' && outcome.result.matches[0]?.duplicateOf === 'own') return judged;
  throw new ProblemError('match_voided', {
    detail:
      `${wrong.id} is already void, so another match cannot replace it. Submit the right one with ` +
      'matches.submit, or replace the match that replaced it.',
  });
}

function refuseSameIdentifier(wrong: VoidableMatch, { matches }: Submission): void {
  if (matches[0]?.identifier !== wrong.identifier) return;
  throw identifierConflict(
    wrong,
    `${wrong.identifier} is the identifier of the match to be replaced, which keeps it. Choose a new one.`,
  );
}

// A voided match does not count, so it cannot replace another one.
async function refuseVoided(
  transaction: DatabaseTransaction,
  reported: Schemas.MatchResult | undefined,
): Promise<void> {
  if (reported?.duplicateOf !== 'own' || reported.id === null) return;
  const { id, identifier } = reported;
  if ((await findVoid(transaction, id)) === undefined) return;
  throw identifierConflict(
    { id, identifier },
    `${identifier} is the identifier of a voided match, which keeps it. Choose a new one.`,
  );
}

function identifierConflict(
  { id, identifier }: { id: string; identifier: string },
  detail: string,
): ProblemError {
  return new ProblemError('match_conflict', {
    detail,
    errors: [
      {
        pointer: '/identifier',
        code: 'match_conflict',
        detail: `${identifier} is taken by ${id}. Give the right match an identifier of its own.`,
      },
    ],
  });
}

async function isAnyDue(
  { database }: VoidDependencies,
  matchIds: readonly (string | null)[],
): Promise<boolean> {
  for (const matchId of matchIds) {
    if (matchId !== null && (await findDueOfMatch(database, matchId)).length > 0) return true;
  }
  return false;
}

/** Reads the rating differences that the application may see, and the new match. */
async function readMoved(
  { database }: VoidDependencies,
  {
    applicationId,
    right,
    differences,
  }: { applicationId: string; right: string | null; differences: readonly RatingDifference[] },
) {
  const visible = differences.filter(isVisible);
  const ids = [...new Set(visible.map(({ memberId }) => memberId))];
  const connections = await findLiveConnections(database, ids);
  const { hasGranted } = consentTo(applicationId, connections);
  const players = await findPlayers(database, { applicationId, ids, numbers: [] });
  const match =
    right === null ? undefined : await findSubmittedMatch(database, applicationId, right);
  const playing = right === null ? [] : await findMatchPlayers(database, right);
  return {
    differences: visible,
    players: players.filter(({ id }) => hasGranted(id, 'user:rating:read')),
    counted: {
      memberIds: new Set(playing.map(({ id }) => id)),
      brackets: match?.brackets ?? [],
      games: match?.games ?? 0,
    },
  };
}
