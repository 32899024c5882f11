import { isSport, type Sport } from '@partner-rating/ratings';
import { type ErrorItem, ProblemError, type Schemas } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { type BatchDone, inBatchTransaction, type RatingLock } from '../batch-transaction.ts';
import { batchResult, MAXIMUM_ERRORS } from '../domain/batch-result.ts';
import { type EffectiveMatch, effectiveMatches } from '../domain/effective-match.ts';
import { formErrors, sizeErrors } from '../domain/form-errors.ts';
import { gameErrors } from '../domain/game-errors.ts';
import { isConflict } from '../domain/identity.ts';
import { judgeBatch, sentBeforeAmong } from '../domain/judge-batch.ts';
import { batchSettlement } from '../domain/ledger-entries.ts';
import { rateAndStore } from './rate-and-store.ts';
import { confirmedBy, readFacts, readReports, type Submitter } from './read-facts.ts';
import { sendAgain } from './send-again.ts';

export type IngestDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export type IngestOutcome = { kind: 'handled'; result: Schemas.MatchBatchResult } | Refused;

/** Runs at the end of a batch's transaction. */
type BeforeCommit = (
  transaction: DatabaseTransaction,
  result: Schemas.MatchBatchResult,
) => Promise<void>;

export interface Submission {
  submitter: Submitter;
  batch: Schemas.MatchBatch;
  matches: readonly EffectiveMatch[];
  gameErrors: readonly ErrorItem[][];
  beforeCommit?: BeforeCommit | undefined;
  /** Whether a settlement rates the matches, and not the batch. */
  isRatedLater?: boolean;
}

/** Reads a batch whose shape is valid, and finds the errors that need no database. */
export function readSubmission(submitter: Submitter, batch: Schemas.MatchBatch): Submission {
  const matches = effectiveMatches(batch);
  return { submitter, batch, matches, gameErrors: matches.map(gameErrors) };
}

/**
 * Judges, rates, and stores a batch whose shape is valid, in one transaction. `beforeCommit` runs in it, except in a dry
 * run.
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
    isValid: batch.partial === true || isWithoutGameErrors(submission),
    handle: async (transaction, lock) =>
      await ingest(transaction, dependencies, { submission, lock }),
  });
}

export function isWithoutGameErrors({ gameErrors: errors }: Submission): boolean {
  return errors.every(({ length }) => length === 0);
}

/**
 * Judges the matches and, if there is a lock, stores them. The transaction must hold `lock` for their sports.
 */
export async function ingest(
  transaction: DatabaseTransaction,
  dependencies: IngestDependencies,
  { submission, lock }: { submission: Submission; lock: RatingLock },
): Promise<BatchDone<IngestOutcome>> {
  const { submitter, batch, matches, gameErrors: ofGames, beforeCommit } = submission;
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
    gameErrors: ofGames,
  });
  if (judgement.errors.length > 0 && batch.partial !== true && batch.dryRun !== true) {
    const kind = judgement.errors.every(isConflict) ? 'conflict' : 'rejected';
    return { outcome: { kind, errors: judgement.errors }, due: [] };
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

/** A batch or an import that was not stored. */
export type Refused =
  /** Matches are invalid. */
  | { kind: 'rejected'; errors: ErrorItem[] }
  /** Identifiers are taken by other matches. */
  | { kind: 'conflict'; errors: ErrorItem[] };

type BatchSent = Parameters<typeof formErrors>[0] & { matches: Parameters<typeof sizeErrors>[0] };

/** Converts a pointer into a batch to a pointer into the request. */
type PointerInRequest = (pointer: string) => string;

/** Returns the error for a refused request. `advice` says how to fix invalid matches. */
export function refusal(
  { kind, errors: found }: Refused,
  advice: string,
  inRequest?: PointerInRequest,
): ProblemError {
  const errors = listed(found, inRequest);
  if (kind === 'rejected') {
    const count = counted(found, 'error was', 'errors were');
    const detail = `${count} found and nothing was stored. ${advice}`;
    return new ProblemError('batch_rejected', { detail, errors });
  }
  const taken = counted(found, 'match has', 'matches have');
  const detail = `${taken} the identifier of another match, and nothing was stored. Give each match an identifier of its own.`;
  return new ProblemError('match_conflict', { detail, errors });
}

/**
 * Refuses requests that break rules the schema cannot express, and requests that are too large.
 * @throws ProblemError `validation_failed`.
 */
export function refuseInvalidForm(batch: BatchSent, inRequest?: PointerInRequest): void {
  const errors = listed([...sizeErrors(batch.matches), ...formErrors(batch)], inRequest);
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
}

function listed(errors: readonly ErrorItem[], inRequest: PointerInRequest = (pointer) => pointer) {
  return errors
    .slice(0, MAXIMUM_ERRORS)
    .map((error) => ({ ...error, pointer: inRequest(error.pointer) }));
}

function counted(errors: readonly ErrorItem[], one: string, several: string): string {
  return `${errors.length} ${errors.length === 1 ? one : several}`;
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
