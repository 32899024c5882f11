import type { FaultItem, Schemas } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { isSport, type Sport } from '../ratings/domain/sports.ts';
import { lockRatingsShared } from '../ratings/store/rating-lock.ts';
import { inBatchTransaction } from './batch-transaction.ts';
import { batchResult } from './domain/batch-result.ts';
import { type EffectiveMatch, effectiveMatches } from './domain/effective-match.ts';
import { gameFaults } from './domain/game-faults.ts';
import { isConflict } from './domain/identity.ts';
import { type Judgement, judgeBatch } from './domain/judge-batch.ts';
import { rateAndStore } from './rate-and-store.ts';
import { readFacts, type StoredFacts } from './read-facts.ts';
import type { Refused } from './refusals.ts';

export type IngestDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export interface Submitter {
  applicationId: string;
  /** Whether results move players who have not granted `user:match:submit`. */
  trusted: boolean;
}

export type IngestOutcome = { kind: 'handled'; result: Schemas.MatchBatchResult } | Refused;

/** Does something more in the transaction of a batch, once all else is done. */
export type BeforeCommit = (
  transaction: DatabaseTransaction,
  result: Schemas.MatchBatchResult,
) => Promise<void>;

interface Submission {
  submitter: Submitter;
  batch: Schemas.MatchBatch;
  matches: readonly EffectiveMatch[];
  gameFaults: readonly FaultItem[][];
  beforeCommit: BeforeCommit | undefined;
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
  const { database } = dependencies;
  const matches = effectiveMatches(batch);
  const faults = matches.map(gameFaults);
  const submission = { submitter, batch, matches, gameFaults: faults, beforeCommit };
  return await inBatchTransaction(database, {
    sports: sportsOf(matches),
    isDryRun: batch.dryRun === true,
    isValid: batch.partial === true || faults.every(({ length }) => length === 0),
    handle: async (transaction, mayStore) =>
      await ingest(transaction, dependencies, { submission, mayStore }),
  });
}

async function ingest(
  transaction: DatabaseTransaction,
  dependencies: IngestDependencies,
  { submission, mayStore }: { submission: Submission; mayStore: boolean },
): Promise<IngestOutcome> {
  const { submitter, batch, matches, beforeCommit } = submission;
  const { applicationId } = submitter;
  if (mayStore) await lockRatingsShared(transaction, sportsOf(matches));
  const facts = await readFacts(transaction, matches, { applicationId, lock: mayStore });
  const now = dependencies.clock();
  const judgement = judge(submission, facts, now);
  if (judgement.faults.length > 0 && batch.partial !== true && batch.dryRun !== true) {
    const kind = judgement.faults.every(isConflict) ? 'conflict' : 'rejected';
    return { kind, faults: judgement.faults };
  }

  const { players, connections, hasGranted } = facts;
  const isConfirmed = confirmedBy(submitter, facts);
  const batchId = newId('bat');
  const { entries, changes } = await rateAndStore(transaction, dependencies, {
    batch: { id: batchId, applicationId, identifier: batch.identifier ?? null, createdAt: now },
    verdicts: judgement.verdicts,
    players,
    connections,
    isConfirmed,
    mayStore,
  });
  const mayReadRating = (memberId: string) => hasGranted(memberId, 'user:rating:read');
  const handled = { batchId, batch, judgement, entries, changes, players, mayReadRating };
  const result = batchResult(handled);
  if (mayStore) await beforeCommit?.(transaction, result);
  return { kind: 'handled', result };
}

/** Whose ratings the submitter's results move: who agreed to it, or everybody where it is trusted. */
export function confirmedBy(
  { trusted }: Submitter,
  { hasGranted }: Pick<StoredFacts, 'hasGranted'>,
): (memberId: string) => boolean {
  return (memberId) => trusted || hasGranted(memberId, 'user:match:submit');
}

function sportsOf(matches: readonly EffectiveMatch[]): Sport[] {
  return matches.map(({ sport }) => sport).filter(isSport);
}

function judge(submission: Submission, facts: StoredFacts, now: Date): Judgement {
  const { matches, gameFaults } = submission;
  const { playersByReference, stored, hasGranted } = facts;
  return judgeBatch(matches, {
    now,
    players: playersByReference,
    stored,
    mayKnowAge: (memberId) => hasGranted(memberId, 'user:profile:read'),
    gameFaults,
  });
}
