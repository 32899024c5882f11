import type { FaultItem, Schemas } from '@partner-rating/server';
import { newId } from '../database/identifiers.ts';
import type { DatabaseTransaction } from '../database/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { isSport } from '../ratings/domain/sports.ts';
import { shareRatings } from '../ratings/store/rating-lock.ts';
import { batchResult } from './domain/batch-result.ts';
import { type EffectiveMatch, effectiveMatches } from './domain/effective-match.ts';
import { gameFaults } from './domain/game-faults.ts';
import { isConflict } from './domain/identity.ts';
import { type Judgement, judgeBatch } from './domain/judge-batch.ts';
import { rateAndStore } from './rate-and-store.ts';
import { inRatingTurn } from './rating-turn.ts';
import { readFacts, type StoredFacts } from './read-facts.ts';
import { retryContended } from './retry-contended.ts';

export type IngestDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export interface Submitter {
  applicationId: string;
  /** Whether the players need not have granted `user:match:submit`. */
  trusted: boolean;
}

export type IngestOutcome =
  | { kind: 'handled'; result: Schemas.MatchBatchResult }
  /** Nothing was stored, because matches are at fault. */
  | { kind: 'rejected'; faults: FaultItem[] }
  /** Nothing was stored, because identifiers are taken by other matches. */
  | { kind: 'conflict'; faults: FaultItem[] };

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
  /** Whether anything may come of it that is stored. */
  mayStore: boolean;
}

/**
 * Judges, rates and stores a batch whose shape is sound, all in one transaction. `beforeCommit` is
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
  const isSoundSofar = faults.every(({ length }) => length === 0);
  const mayStore = batch.dryRun !== true && (isSoundSofar || batch.partial === true);
  const submission = { submitter, batch, matches, gameFaults: faults, mayStore };

  // What stores nothing keeps nobody waiting: it reads one moment of the database and locks nothing.
  const transact = mayStore
    ? database.transaction()
    : database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const run = mayStore ? inRatingTurn : retryContended;
  return await run(
    async () =>
      await transact.execute(async (transaction) => {
        const outcome = await ingest(transaction, dependencies, submission);
        if (mayStore && outcome.kind === 'handled') {
          await beforeCommit?.(transaction, outcome.result);
        }
        return outcome;
      }),
  );
}

async function ingest(
  transaction: DatabaseTransaction,
  dependencies: IngestDependencies,
  submission: Submission,
): Promise<IngestOutcome> {
  const { submitter, batch, matches, mayStore } = submission;
  const { applicationId } = submitter;
  if (mayStore) {
    await shareRatings(transaction, matches.map(({ sport }) => sport).filter(isSport));
  }
  const facts = await readFacts(transaction, matches, { applicationId, lock: mayStore });
  const now = dependencies.clock();
  const judgement = judge(submission, facts, now);
  if (judgement.faults.length > 0 && batch.partial !== true && batch.dryRun !== true) {
    const kind = judgement.faults.every(isConflict) ? 'conflict' : 'rejected';
    return { kind, faults: judgement.faults };
  }

  const { players, connections, hasGranted } = facts;
  const batchId = newId('bat');
  const { entries, changes } = await rateAndStore(transaction, dependencies, {
    batch: { id: batchId, applicationId, identifier: batch.identifier ?? null, createdAt: now },
    verdicts: judgement.verdicts,
    players,
    connections,
    mayStore,
  });
  const mayReadRating = (memberId: string) => hasGranted(memberId, 'user:rating:read');
  return {
    kind: 'handled',
    result: batchResult({ batchId, batch, judgement, entries, changes, players, mayReadRating }),
  };
}

function judge(submission: Submission, facts: StoredFacts, now: Date): Judgement {
  const { submitter, matches, gameFaults } = submission;
  const { playersByReference, stored, hasGranted } = facts;
  return judgeBatch(matches, {
    now,
    players: playersByReference,
    stored,
    mayBeSubmitted: (memberId) => submitter.trusted || hasGranted(memberId, 'user:match:submit'),
    gameFaults,
  });
}
