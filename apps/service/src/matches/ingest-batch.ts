import type { FaultItem, Schemas } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { isSport, type Sport } from '../ratings/domain/sports.ts';
import { type BatchDone, inBatchTransaction, type RatingLock } from './batch-transaction.ts';
import { confirmedBy, type Submitter } from './consent.ts';
import { batchResult } from './domain/batch-result.ts';
import { batchSettlement } from './domain/batch-settlement.ts';
import { type EffectiveMatch, effectiveMatches } from './domain/effective-match.ts';
import { gameFaults } from './domain/game-faults.ts';
import { isConflict } from './domain/identity.ts';
import { judgeBatch, sentBeforeAmong } from './domain/judge-batch.ts';
import { rateAndStore } from './rate-and-store.ts';
import { readFacts } from './read-facts.ts';
import { readReports } from './read-reports.ts';
import type { Refused } from './refusals.ts';
import { sendAgain } from './send-again.ts';

export type IngestDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export type IngestOutcome = { kind: 'handled'; result: Schemas.MatchBatchResult } | Refused;

/** Does something more in the transaction of a batch, once all else is done. */
export type BeforeCommit = (
  transaction: DatabaseTransaction,
  result: Schemas.MatchBatchResult,
) => Promise<void>;

export interface Submission {
  submitter: Submitter;
  batch: Schemas.MatchBatch;
  matches: readonly EffectiveMatch[];
  gameFaults: readonly FaultItem[][];
  beforeCommit?: BeforeCommit | undefined;
  /** Leaves it to a settlement to rate the matches. */
  isRatedLater?: boolean;
}

/** A batch whose shape is valid, with what shows of it without the database. */
export function readSubmission(submitter: Submitter, batch: Schemas.MatchBatch): Submission {
  const matches = effectiveMatches(batch);
  return { submitter, batch, matches, gameFaults: matches.map(gameFaults) };
}

/**
 * Judges, rates and stores a batch whose shape is valid, all in one transaction. `beforeCommit` is
 * called in it unless nothing may come of the batch that is stored.
 */
export async function ingestBatch(
  dependencies: IngestDependencies,
  submitter: Submitter,
  batch: Schemas.MatchBatch,
  beforeCommit?: BeforeCommit,
): Promise<IngestOutcome> {
  const submission = { ...readSubmission(submitter, batch), beforeCommit };
  return await inBatchTransaction(dependencies, {
    sports: sportsOf(submission.matches),
    isDryRun: batch.dryRun === true,
    isValid: batch.partial === true || isWithoutGameFaults(submission),
    handle: async (transaction, lock) =>
      await ingest(transaction, dependencies, { submission, lock }),
  });
}

export function isWithoutGameFaults({ gameFaults: faults }: Submission): boolean {
  return faults.every(({ length }) => length === 0);
}

/**
 * Judges the matches and, unless there is no lock, stores them. The transaction must hold the ratings of their
 * sports as `lock` says.
 */
export async function ingest(
  transaction: DatabaseTransaction,
  dependencies: IngestDependencies,
  { submission, lock }: { submission: Submission; lock: RatingLock },
): Promise<BatchDone<IngestOutcome>> {
  const { submitter, batch, matches, gameFaults: ofGames, beforeCommit } = submission;
  const { applicationId } = submitter;
  const mayStore = lock !== 'none';
  const facts = await readFacts(transaction, matches, { applicationId, lock });
  const { players, playersByReference, connections, stored, hasGranted } = facts;
  const now = dependencies.clock();
  const by = { applicationId, players: playersByReference, lock };
  const { fingerprints, reports } = await readReports(transaction, matches, by);
  const judgement = judgeBatch(matches, {
    now,
    applicationId,
    identifiers: new Set(matches.map(({ identifier }) => identifier)),
    players: playersByReference,
    stored,
    fingerprints,
    reports,
    mayKnowAge: (memberId) => hasGranted(memberId, 'user:profile:read'),
    gameFaults: ofGames,
  });
  if (judgement.faults.length > 0 && batch.partial !== true && batch.dryRun !== true) {
    const kind = judgement.faults.every(isConflict) ? 'conflict' : 'rejected';
    return { outcome: { kind, faults: judgement.faults }, due: [] };
  }

  const { verdicts } = judgement;
  const sent = sentBeforeAmong(verdicts);
  const again = await sendAgain(transaction, dependencies, { submitter, sent, players, lock, now });
  const isConfirmed = confirmedBy(submitter, facts);
  const batchId = newId('bat');
  const { entries, changes, late, due } = await rateAndStore(transaction, dependencies, {
    batch: { id: batchId, applicationId, identifier: batch.identifier ?? null, createdAt: now },
    verdicts,
    reports: again.isRecounted ? (await readReports(transaction, matches, by)).reports : reports,
    players,
    connections,
    isConfirmed,
    lock,
    isRatedLater: submission.isRatedLater === true,
  });
  const mayReadRating = (memberId: string) => hasGranted(memberId, 'user:rating:read');
  const settlement = batchSettlement(late, again.matchIds);
  const handled = {
    batchId,
    batch,
    judgement,
    entries,
    changes,
    players,
    settlement,
    mayReadRating,
  };
  const result = batchResult(handled);
  if (mayStore) await beforeCommit?.(transaction, result);
  return { outcome: { kind: 'handled', result }, due: [...again.due, ...due] };
}

export function sportsOf(matches: readonly EffectiveMatch[]): Sport[] {
  return matches.map(({ sport }) => sport).filter(isSport);
}
