import { ContentionError } from '../platform/concurrency/retry-on-contention.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { LiveConnection, PlayerRow } from '../players/store/players.ts';
import { type NetChange, netChanges } from '../ratings/domain/net-changes.ts';
import { statesAfter } from '../ratings/domain/states-after.ts';
import { rateYielding } from '../ratings/rate-yielding.ts';
import { markDue } from '../ratings/settlement/mark-due.ts';
import { publishFirst } from '../ratings/settlement/publish-first.ts';
import { findBeforeRating } from '../ratings/settlement/store/before-rating.ts';
import { loadRatings } from '../ratings/store/ratings.ts';
import type { Verdict } from './domain/judge-batch.ts';
import { lateEntries } from './domain/late-entries.ts';
import { type LedgerEntry, ledgerEntries } from './domain/ledger-entries.ts';
import { appendBatch, type NewBatch } from './store/ledger.ts';
import { storeRatings } from './store-ratings.ts';

export interface JudgedBatch {
  batch: NewBatch;
  verdicts: readonly Verdict[];
  players: readonly PlayerRow[];
  connections: readonly LiveConnection[];
  /** Whether the results move the player. */
  isConfirmed: (memberId: string) => boolean;
  /** Where this is not set the ratings are projected and nothing is stored. */
  mayStore: boolean;
  /** Leaves it to a settlement to rate the matches. */
  isRatedLater?: boolean;
}

export interface RatedBatch {
  /** The valid matches, in the order they were rated. */
  entries: LedgerEntry[];
  changes: NetChange[];
  /** Those that a settlement rates: they were played before something that is rated already. */
  late: readonly LedgerEntry[];
}

/** Rates the valid matches of a batch, and stores them with all that follows from them. */
export async function rateAndStore(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  { batch, verdicts, players, connections, isConfirmed, mayStore, isRatedLater }: JudgedBatch,
): Promise<RatedBatch> {
  const entries = ledgerEntries(verdicts, { newMatchId: () => newId('mat'), isConfirmed });
  if (mayStore && isRatedLater === true) return await storeUnrated(transaction, batch, entries);
  const memberIds = memberIdsOf(players);
  const sports = sportsOf(verdicts);
  const now = batch.createdAt;
  const { publishing, unmoved } = await findBeforeRating(transaction, { sports, memberIds });
  if (mayStore) {
    await publishFirst(transaction, dependencies, { sports: publishing, memberIds, now });
  }
  const before = await loadRatings(transaction, memberIds, sports);
  const steps = await rateYielding(before, entries);
  const changes = netChanges(steps);
  const late = lateEntries(entries, { ratings: before, unmoved });
  if (!mayStore || entries.length === 0) return { entries, changes, late };

  const arrivals = await append(transaction, batch, entries);
  const placed = entries.map((entry) => ({ ...entry, arrival: arrivals.get(entry.id) ?? 0 }));
  // Late matches get no states until they are settled.
  const lateIds = new Set(late.map(({ id }) => id));
  const states = statesAfter(before, steps, placed).filter(({ matchId }) => !lateIds.has(matchId));
  const rated = { batch, states, steps, changes, before, players, connections };
  await storeRatings(transaction, dependencies, rated);
  await markLate(transaction, { batch, entries: late, arrivals });
  return { entries, changes, late };
}

/** Stores the matches and marks those that move somebody as due, to be rated in the order of play. */
async function storeUnrated(
  transaction: DatabaseTransaction,
  batch: NewBatch,
  entries: LedgerEntry[],
): Promise<RatedBatch> {
  if (entries.length === 0) return { entries, changes: [], late: [] };
  const arrivals = await append(transaction, batch, entries);
  const late = entries.filter(
    ({ games, teams, unrated }) =>
      games.length > 0 && teams.flat().some((memberId) => !unrated.has(memberId)),
  );
  await markLate(transaction, { batch, entries: late, arrivals });
  return { entries, changes: [], late };
}

async function append(
  transaction: DatabaseTransaction,
  batch: NewBatch,
  entries: readonly LedgerEntry[],
): Promise<Map<string, number>> {
  const arrivals = await appendBatch(transaction, batch, entries);
  if (arrivals.size === entries.length) return arrivals;
  throw new ContentionError(
    'Another batch stored one of these matches, or another one under its identifier.',
  );
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
