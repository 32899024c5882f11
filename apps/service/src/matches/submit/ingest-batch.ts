import { isSport, type Sport } from '@partner-rating/ratings';
import { type FaultItem, ProblemError, type Schemas } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { type BatchDone, inBatchTransaction, type RatingLock } from '../batch-transaction.ts';
import { batchResult, MAXIMUM_ERRORS } from '../domain/batch-result.ts';
import { type EffectiveMatch, effectiveMatches } from '../domain/effective-match.ts';
import { formFaults, sizeFaults } from '../domain/form-faults.ts';
import { gameFaults } from '../domain/game-faults.ts';
import { isConflict } from '../domain/identity.ts';
import { judgeBatch, sentBeforeAmong } from '../domain/judge-batch.ts';
import { batchSettlement } from '../domain/ledger-entries.ts';
import { rateAndStore } from './rate-and-store.ts';
import { confirmedBy, readFacts, readReports, type Submitter } from './read-facts.ts';
import { sendAgain } from './send-again.ts';

export type IngestDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export type IngestOutcome = { kind: 'handled'; result: Schemas.MatchBatchResult } | Refused;

/** Does something more in the transaction of a batch, once all else is done. */
type BeforeCommit = (
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

/** What came of a batch or an import of which nothing was stored. */
export type Refused =
  /** Matches are at fault. */
  | { kind: 'rejected'; faults: FaultItem[] }
  /** Identifiers are taken by other matches. */
  | { kind: 'conflict'; faults: FaultItem[] };

type BatchSent = Parameters<typeof formFaults>[0] & { matches: Parameters<typeof sizeFaults>[0] };

/** Where in the request what stands at a pointer into a batch was sent. */
type PointerInRequest = (pointer: string) => string;

/** The answer to it. `advice` says what to do about matches at fault. */
export function refusal(
  { kind, faults }: Refused,
  advice: string,
  inRequest?: PointerInRequest,
): ProblemError {
  const errors = listed(faults, inRequest);
  if (kind === 'rejected') {
    const found = counted(faults, 'error was', 'errors were');
    const detail = `${found} found and nothing was stored. ${advice}`;
    return new ProblemError('batch_rejected', { detail, errors });
  }
  const taken = counted(faults, 'match has', 'matches have');
  const detail = `${taken} the identifier of another match, and nothing was stored. Give each match an identifier of its own.`;
  return new ProblemError('match_conflict', { detail, errors });
}

/**
 * Refuses a form that the schema cannot express, and more work than one request may ask for, before
 * any of it is done.
 * @throws ProblemError `validation_failed`.
 */
export function refuseInvalidForm(batch: BatchSent, inRequest?: PointerInRequest): void {
  const errors = listed([...sizeFaults(batch.matches), ...formFaults(batch)], inRequest);
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
}

function listed(faults: readonly FaultItem[], inRequest: PointerInRequest = (pointer) => pointer) {
  return faults
    .slice(0, MAXIMUM_ERRORS)
    .map((fault) => ({ ...fault, pointer: inRequest(fault.pointer) }));
}

function counted(faults: readonly FaultItem[], one: string, several: string): string {
  return `${faults.length} ${faults.length === 1 ? one : several}`;
}

interface Submitted {
  sport: string;
  matches: readonly { sport?: string }[];
}

/** Counts the matches that were rated, for the metrics. The results are in the order submitted. */
export function countRated(
  { serviceCounts }: Pick<Dependencies, 'serviceCounts'>,
  { sport, matches }: Submitted,
  results: readonly { status: string }[],
): void {
  for (const [index, { status }] of results.entries()) {
    if (status === 'rated') serviceCounts?.ratedMatches.add(matches[index]?.sport ?? sport);
  }
}
