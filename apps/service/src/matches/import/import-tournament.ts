// The use case of `matches.importTournament`: finds or creates the players, and stores the matches.

import { isSport, type Sport } from '@partner-rating/ratings';
import type { ErrorItem, Schemas } from '@partner-rating/server';
import { type KeyedHash, openKeyedHash } from '../../members/keyed-hash.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { findBeforeRating } from '../../ratings/settlement/store/settlement-players.ts';
import { loadRatings } from '../../ratings/store/ratings.ts';
import {
  type BatchDone,
  inBatchTransaction,
  type RatingLock,
  type WriteLock,
} from '../batch-transaction.ts';
import { gameErrors } from '../domain/game-errors.ts';
import { isConflict } from '../domain/identity.ts';
import { sentBefore, sentBeforeAmong } from '../domain/judge-batch.ts';
import {
  batchSettlement,
  type LedgerEntry,
  lateEntries,
  ledgerEntries,
} from '../domain/ledger-entries.ts';
import type { StoredReport } from '../store/reports.ts';
import type { Refused } from '../submit/ingest-batch.ts';
import { rateAndStore } from '../submit/rate-and-store.ts';
import { confirmedBy, type Submitter } from '../submit/read-facts.ts';
import { type SentAgain, sendAgain } from '../submit/send-again.ts';
import type { Decision } from './domain/decide-people.ts';
import {
  birthErrors,
  nameErrors,
  readMatches,
  type TournamentMatch,
  tournamentErrors,
} from './domain/tournament-matches.ts';
import { type FoundPeople, findPeople, lockImported, runImportWork } from './find-people.ts';
import {
  answerImport,
  createGhosts,
  type Ghost,
  ghostPlayer,
  type JudgedImport,
  judgeImport,
  learnGhosts,
  planGhosts,
  type StoredImport,
} from './judge-import.ts';
import { lockImports, lockNames } from './store/ghosts.ts';

export type ImportDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export type ImportOutcome = { kind: 'handled'; result: Schemas.TournamentImportResult } | Refused;

/** Runs at the end of an import's transaction. */
export type BeforeCommit = (
  transaction: DatabaseTransaction,
  result: Schemas.TournamentImportResult,
) => Promise<void>;

interface Submission {
  submitter: Submitter;
  body: Schemas.TournamentImport;
  matches: readonly TournamentMatch[];
  gameErrors: readonly ErrorItem[][];
  hash: KeyedHash;
  beforeCommit: BeforeCommit | undefined;
}

/**
 * Identifies a tournament's participants, creates ghosts (members without an account) for those who are not members, and judges,
 * rates, and stores the matches: all or nothing, in one transaction. `beforeCommit` runs in it, except in a dry run.
 */
export async function importTournament(
  dependencies: ImportDependencies,
  submitter: Submitter,
  body: Schemas.TournamentImport,
  beforeCommit?: BeforeCommit,
): Promise<ImportOutcome> {
  const hash = await openKeyedHash(dependencies);
  const matches = await runImportWork(readMatches(body, hash));
  const ofGames = matches.map(({ effective }) => gameErrors(effective));
  const errors = [
    ...tournamentErrors(body.tournament),
    ...nameErrors(matches),
    ...birthErrors(matches, dependencies.clock()),
    ...ofGames.flat(),
  ];
  const submission = { submitter, body, matches, gameErrors: ofGames, hash, beforeCommit };
  return await inBatchTransaction(dependencies, {
    sports: sportsOf(matches),
    isDryRun: body.dryRun === true,
    isValid: errors.length === 0,
    handle: async (transaction, lock) =>
      await handle(transaction, dependencies, { submission, lock }),
  });
}

async function handle(
  transaction: DatabaseTransaction,
  dependencies: ImportDependencies,
  { submission, lock }: { submission: Submission; lock: RatingLock },
): Promise<BatchDone<ImportOutcome>> {
  const { submitter, body, matches, hash, beforeCommit } = submission;
  const { applicationId } = submitter;
  const mayStore = lock !== 'none';
  if (mayStore) {
    await lockImports(transaction, applicationId);
    await lockNamesOf(transaction, matches);
  }
  const now = dependencies.clock();
  const people = await findPeople(transaction, { applicationId, hash }, matches);
  if (mayStore) await lockImported(transaction, people);
  const ghosts = planGhosts(people);
  const judged = await judgeImport(transaction, {
    ...submission,
    applicationId,
    people,
    ghosts,
    now,
    lock,
  });
  // A match that was imported before is not judged again.
  const open = matches.filter((match) => !people.imported.has(match));
  const errors = [
    ...tournamentErrors(body.tournament),
    ...nameErrors(open),
    ...birthErrors(open, now),
    ...judged.errors,
  ];
  if (errors.length > 0 && body.dryRun !== true) {
    const kind = errors.every(isConflict) ? 'conflict' : 'rejected';
    return { outcome: { kind, errors }, due: [] };
  }
  const before = [...people.imported].map(([match, row]) => sentBefore(match.effective, row));
  const sent = [...before, ...sentBeforeAmong(judged.verdicts)];
  const { players } = judged.facts;
  const again = await sendAgain(transaction, dependencies, { submitter, sent, players, lock, now });
  const reports = again.isRecounted ? await judged.readReports() : judged.reports;
  const toStore = { submission, people, ghosts, judged, reports, again, now };
  const stored =
    lock === 'none'
      ? await project(transaction, submission, judged)
      : await store(transaction, dependencies, { ...toStore, lock });
  const handled = { ...submission, people, ghosts, judged, errors, stored };
  const result = await answerImport(handled);
  if (mayStore) await beforeCommit?.(transaction, result);
  return { outcome: { kind: 'handled', result }, due: [...again.due, ...stored.due] };
}

/** Takes the locks that every import takes before it locks players' rows. */
async function lockNamesOf(
  transaction: DatabaseTransaction,
  matches: readonly TournamentMatch[],
): Promise<void> {
  const participants = new Set(matches.flatMap(({ teams }) => teams.flat()));
  const names = [...participants].flatMap(({ name, emailHash }) => [name, emailHash ?? name]);
  await lockNames(transaction, [...new Set(names)]);
}

function sportsOf(matches: readonly TournamentMatch[]): Sport[] {
  return matches.map(({ effective }) => effective.sport).filter(isSport);
}

async function project(
  transaction: DatabaseTransaction,
  { submitter }: Submission,
  { verdicts, facts }: JudgedImport,
): Promise<StoredImport> {
  const isConfirmed = confirmedBy(submitter, facts);
  const entries = ledgerEntries(verdicts, { newMatchId: () => newId('mat'), isConfirmed });
  const memberIds = facts.players.map(({ id }) => id);
  const sports = [...new Set(entries.map(({ sport }) => sport))];
  const ratings = await loadRatings(transaction, memberIds, sports);
  const { unmoved } = await findBeforeRating(transaction, { sports, memberIds });
  const counted = entries.filter(({ uncounted }) => uncounted === null);
  const settlement = batchSettlement(lateEntries(counted, { ratings, unmoved }), []);
  return { entries: byPosition(entries), settlement, memberNumbers: new Map(), due: [] };
}

function byPosition(entries: readonly LedgerEntry[]): Map<number, LedgerEntry> {
  return new Map(entries.map((entry) => [entry.position, entry]));
}

interface ImportToStore {
  submission: Submission;
  people: FoundPeople;
  ghosts: ReadonlyMap<Decision, Ghost>;
  judged: JudgedImport;
  reports: readonly StoredReport[];
  again: SentAgain;
  lock: WriteLock;
  now: Date;
}

async function store(
  transaction: DatabaseTransaction,
  dependencies: ImportDependencies,
  { submission, people, ghosts, judged, reports, again, lock, now }: ImportToStore,
): Promise<StoredImport> {
  const { submitter, body } = submission;
  const made = [...ghosts.values()];
  const by = { applicationId: submitter.applicationId, createdAt: now };
  const memberNumbers = await createGhosts(transaction, by, made);
  await learnGhosts(transaction, by.applicationId, people.decisions.values());
  const { players, connections } = judged.facts;
  const { entries, late, due } = await rateAndStore(transaction, dependencies, {
    batch: { id: newId('bat'), ...by, identifier: body.tournament.name.normalize('NFC') },
    verdicts: judged.verdicts,
    reports,
    players: [...players, ...made.map((ghost) => ghostPlayer(ghost, memberNumbers.get(ghost.id)))],
    connections,
    isConfirmed: confirmedBy(submitter, judged.facts),
    lock,
  });
  const settlement = batchSettlement(late, again.matchIds);
  return { entries: byPosition(entries), settlement, memberNumbers, due };
}
