// Rates the valid matches of a batch, and stores them.

import type { RatingModel, RatingStep } from '@partner-rating/ratings';
import { ContentionError } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction, RatingRow } from '../../platform/database/schema.ts';
import { type NetChange, netChanges } from '../../ratings/domain/net-changes.ts';
import { statesAfter, VERIFYING_EXPERIENCE } from '../../ratings/domain/state-columns.ts';
import { rateYielding } from '../../ratings/fold-ledger.ts';
import { modelWith } from '../../ratings/model-in-use.ts';
import { publishFirst } from '../../ratings/settlement/publish.ts';
import { type Due, markDue } from '../../ratings/settlement/settle-now.ts';
import { findBeforeRating } from '../../ratings/settlement/store/settlement-players.ts';
import { appendStates, type PlayerState } from '../../ratings/store/player-states.ts';
import type { LiveConnection, PlayerRow } from '../../ratings/store/players.ts';
import { appendRatingSteps } from '../../ratings/store/rating-changes.ts';
import { loadRatings, upsertRatings, verifyExperienced } from '../../ratings/store/ratings.ts';
import { writeRatingEvents } from '../../ratings/write-rating-events.ts';
import type { RatingLock, WriteLock } from '../batch-transaction.ts';
import type { Recounted } from '../domain/count-reports.ts';
import type { Verdict } from '../domain/judge-batch.ts';
import {
  type CountedEntries,
  countEntries,
  type LedgerEntry,
  lateEntries,
  ledgerEntries,
} from '../domain/ledger-entries.ts';
import { storeRecounted } from '../recount.ts';
import { appendBatch, type NewBatch, type NumberedBatch } from '../store/ledger.ts';
import type { StoredReport } from '../store/reports.ts';

interface JudgedBatch {
  batch: NewBatch;
  verdicts: readonly Verdict[];
  /** The stored reports with the players and games of one of the matches. */
  reports: readonly StoredReport[];
  players: readonly PlayerRow[];
  connections: readonly LiveConnection[];
  /** Returns whether the results move the player's rating. */
  isConfirmed: (memberId: string) => boolean;
  /** With `none`, ratings are projected and nothing is stored. */
  lock: RatingLock;
  /** Whether a settlement rates the matches, not the batch. */
  isRatedLater?: boolean;
}

interface RatedBatch {
  /** The valid matches, in the order they were rated. */
  entries: LedgerEntry[];
  changes: NetChange[];
  /**
   * The matches that a settlement rates: they were played before a match that is already rated, or another report of the
   * match counted before.
   */
  late: readonly LedgerEntry[];
  /** What must be settled for other matches. */
  due: readonly Due[];
}

/** Rates the valid matches of a batch, and stores the matches, ratings, history, and events. */
export async function rateAndStore(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  judged: JudgedBatch,
): Promise<RatedBatch> {
  const { verdicts, reports, players, connections, isConfirmed, lock } = judged;
  const memberNumbers = new Map(players.map(({ id, member_number: number }) => [id, number]));
  const batch = { ...judged.batch, memberNumbers };
  const { applicationId } = batch;
  const valid = ledgerEntries(verdicts, { newMatchId: () => newId('mat'), isConfirmed });
  const counted = countEntries(valid, { applicationId, reports });
  const { entries } = counted;
  const atOnce = entries.filter(
    ({ id, uncounted }) => uncounted === null && !counted.dueIds.has(id),
  );
  if (lock !== 'none' && judged.isRatedLater === true) {
    return await storeUnrated(transaction, batch, { counted, atOnce, lock });
  }
  const memberIds = memberIdsOf(players);
  const sports = sportsOf(verdicts);
  const now = batch.createdAt;
  const { publishing, unmoved, parameters } = await findBeforeRating(transaction, {
    sports,
    memberIds,
  });
  const model = modelWith(parameters);
  if (lock !== 'none') {
    await publishFirst(transaction, dependencies, { sports: publishing, memberIds, model, now });
  }
  const before = await loadRatings(transaction, memberIds, sports);
  const steps = await rateYielding(before, atOnce, model);
  const changes = netChanges(steps);
  const late = lateEntries(atOnce, { ratings: before, unmoved });
  const settledLater = [...late, ...entries.filter(({ id }) => counted.dueIds.has(id))];
  if (lock === 'none' || entries.length === 0)
    return { entries, changes, late: settledLater, due: [] };

  const arrivals = await append(transaction, batch, entries);
  const placed = atOnce.map((entry) => ({ ...entry, arrival: arrivals.get(entry.id) ?? 0 }));
  // Late matches get no states until they are settled.
  const lateIds = new Set(late.map(({ id }) => id));
  const states = statesAfter(before, steps, placed).filter(({ matchId }) => !lateIds.has(matchId));
  const rated = { batch, arrivals, states, steps, changes, before, players, connections, model };
  await storeRatings(transaction, dependencies, rated);
  await markLate(transaction, { batch, entries: late, arrivals });
  const due = await storeChanges(transaction, batch, { changes: counted.changes, arrivals, lock });
  return { entries, changes, late: settledLater, due };
}

/** Stores the matches without rating them, and marks as due those that move a rating. */
async function storeUnrated(
  transaction: DatabaseTransaction,
  batch: NumberedBatch,
  {
    counted,
    atOnce,
    lock,
  }: { counted: CountedEntries; atOnce: readonly LedgerEntry[]; lock: WriteLock },
): Promise<RatedBatch> {
  const { entries } = counted;
  if (entries.length === 0) return { entries, changes: [], late: [], due: [] };
  const arrivals = await append(transaction, batch, entries);
  const late = atOnce.filter(
    ({ games, teams, unrated }) =>
      games.length > 0 && teams.flat().some((memberId) => !unrated.has(memberId)),
  );
  await markLate(transaction, { batch, entries: late, arrivals });
  const due = await storeChanges(transaction, batch, { changes: counted.changes, arrivals, lock });
  const ofOthers = entries.filter(({ id }) => counted.dueIds.has(id));
  return { entries, changes: [], late: [...late, ...ofOthers], due };
}

interface ChangesToStore {
  changes: readonly Recounted[];
  arrivals: ReadonlyMap<string, number>;
  lock: WriteLock;
}

async function storeChanges(
  transaction: DatabaseTransaction,
  { applicationId, createdAt }: NewBatch,
  { changes, arrivals, lock }: ChangesToStore,
): Promise<Due[]> {
  if (changes.length === 0) return [];
  const placed = changes.map(({ report, ...change }) => {
    const arrival = arrivals.get(report.matchId) ?? report.arrival;
    return { ...change, report: { ...report, arrival } };
  });
  return await storeRecounted(transaction, placed, { applicationId, now: createdAt, lock });
}

async function append(
  transaction: DatabaseTransaction,
  batch: NumberedBatch,
  entries: readonly LedgerEntry[],
): Promise<Map<string, number>> {
  const arrivals = await appendBatch(transaction, batch, entries);
  if (arrivals.size === entries.length) return arrivals;
  throw new ContentionError('Another batch has taken one of the identifiers.');
}

async function markLate(
  transaction: DatabaseTransaction,
  {
    batch,
    entries,
    arrivals,
  }: { batch: NewBatch; entries: readonly LedgerEntry[]; arrivals: ReadonlyMap<string, number> },
): Promise<void> {
  const positions = entries.map(({ id, sport, matchDate, teams, unrated }) => ({
    sport,
    matchDate,
    arrival: arrivals.get(id) ?? 0,
    memberIds: teams.flat().filter((memberId) => !unrated.has(memberId)),
    cause: 'late' as const,
    matchId: id,
    applicationId: batch.applicationId,
  }));
  await markDue(transaction, batch.createdAt, positions);
}

function memberIdsOf(players: readonly PlayerRow[]): string[] {
  return players.map(({ id }) => id);
}

function sportsOf(verdicts: readonly Verdict[]): string[] {
  const sports = verdicts.flatMap((verdict) =>
    verdict.status === 'valid' ? [verdict.match.effective.sport] : [],
  );
  return [...new Set(sports)];
}

interface RatingsToStore {
  batch: NumberedBatch;
  arrivals: ReadonlyMap<string, number>;
  /** The states after matches that are not late, from which a settlement continues. */
  states: readonly PlayerState[];
  steps: readonly RatingStep[];
  changes: readonly NetChange[];
  before: readonly RatingRow[];
  players: readonly PlayerRow[];
  connections: readonly LiveConnection[];
  model: RatingModel;
}

/** Stores what a batch changes. The number of statements does not grow, except for tens of thousands of rating steps. */
async function storeRatings(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  { batch, arrivals, states, steps, changes, before, players, connections, model }: RatingsToStore,
): Promise<void> {
  const { createdAt: changedAt, memberNumbers } = batch;
  await upsertRatings(
    transaction,
    changes.map((change) => toRatingRow(change, changedAt)),
  );
  const unverified = players.filter((player) => !player.is_vairified).map(({ id }) => id);
  if (unverified.length > 0) {
    await verifyExperienced(transaction, unverified, VERIFYING_EXPERIENCE);
  }
  await appendRatingSteps(transaction, { changedAt, memberNumbers, arrivals }, steps);
  if (states.length > 0)
    await appendStates(transaction, { settlement: null, memberNumbers }, states);
  await writeRatingEvents(transaction, dependencies, {
    changes,
    before,
    players: new Map(players.map((player) => [player.id, player])),
    listeners: connections,
    changedAt,
    parametersOf: model.parametersOf,
  });
}

function toRatingRow({ last }: NetChange, updatedAt: Date): RatingRow {
  return {
    member_id: last.memberId,
    sport: last.sport,
    bracket: last.bracket,
    mu: last.mu,
    sigma: last.sigma,
    direction: last.direction,
    partner: last.partner,
    open_difference: last.open,
    rating: last.rating,
    reliability: last.reliability,
    games: last.games,
    last_played_at: new Date(last.lastPlayed),
    updated_at: updatedAt,
  };
}
