// Publishes the ratings that a settlement has computed again, with their history and events.

import type { RatingModel } from '@partner-rating/ratings';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction, RatingRow } from '../../platform/database/schema.ts';
import {
  isVisible,
  type RatingDifference,
  ratingDifferences,
} from '../domain/rating-differences.ts';
import { ratingsIn, VERIFYING_EXPERIENCE } from '../domain/state-columns.ts';
import { LAST_POSITION } from '../domain/touched-matches.ts';
import { findStatesBefore } from '../store/player-states.ts';
import { findLiveConnections, findMemberNumbers, lockPlayers } from '../store/players.ts';
import {
  appendCorrections,
  countStateBlocks,
  deleteReplacedInBlocks,
  deleteReplacedStates,
  type NewRatingChange,
} from '../store/rating-changes.ts';
import {
  findExperienced,
  loadRatings,
  lockRatingsShared,
  removeRatings,
  upsertRatings,
  verifyExperienced,
  withdrawVerification,
} from '../store/ratings.ts';
import { writeRatingEvents } from '../write-rating-events.ts';
import { type RunningSettlement, renew, type SettlementDependencies } from './fold.ts';
import { chargeDue, deleteTaken } from './store/due-positions.ts';
import { findSomeReached, type PlayerToPublish, takeReached } from './store/settlement-players.ts';
import { countChanged, deleteSettlement, requireSettlement } from './store/settlements.ts';

interface PublishAllOptions {
  signal?: AbortSignal;
  onDifferences?: (differences: readonly RatingDifference[]) => void;
}

// About ten thousand states, which takes tens of milliseconds.
const BLOCKS_PER_CHUNK = 1_000;

/** Publishes all players of a settlement after its fold, and ends it. */
export async function publishAll(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  options: PublishAllOptions,
): Promise<'settled' | 'stopped'> {
  // Repeated until it finds nobody, to be sure that all reached players are published.
  let published = Number.POSITIVE_INFINITY;
  while (published > 0) {
    published = await publishEachPlayer(dependencies, running, options);
    if (options.signal?.aborted === true) return 'stopped';
  }
  if (running.settlement.is_of_everybody) {
    await deleteReplaced(dependencies, running, options);
    if (options.signal?.aborted === true) return 'stopped';
  }
  await complete(dependencies, running);
  return 'settled';
}

/** Publishes all reached players, two chunks at a time, and returns how many there were. */
async function publishEachPlayer(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  { signal, onDifferences }: PublishAllOptions,
): Promise<number> {
  const { pace, settlement } = running;
  const chunks = twoAtATime(pace);
  let count = 0;
  let after = '';
  while (signal?.aborted !== true) {
    const some = { sport: settlement.sport, after, limit: pace.sizes.playersPerChunk };
    const memberIds = await findSomeReached(dependencies.database, some);
    const last = memberIds.at(-1);
    if (last === undefined) break;
    count += memberIds.length;
    after = last;
    await chunks.add(publishChunk(dependencies, running, { memberIds, onDifferences }));
  }
  await chunks.end();
  return count;
}

/** Deletes the states that a rebuild replaced, two chunks of blocks at a time. */
async function deleteReplaced(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  { signal }: PublishAllOptions,
): Promise<void> {
  const blocks = await countStateBlocks(dependencies.database);
  const chunks = twoAtATime(running.pace);
  for (let from = 0; from < blocks && signal?.aborted !== true; from += BLOCKS_PER_CHUNK) {
    const to = from + BLOCKS_PER_CHUNK;
    await chunks.add(deleteReplacedChunk(dependencies, running, { from, to }));
  }
  await chunks.end();
}

/** Runs two chunks at a time, at the given pace. If a chunk fails, the next call throws its error. */
function twoAtATime(pace: RunningSettlement['pace']) {
  let previous = Promise.resolve();
  return {
    add: async (chunk: Promise<void>) => {
      // Prevents an unhandled rejection: the next `add` or `end` throws the error of this chunk.
      chunk.catch(() => {});
      await Promise.all([previous, pace.follow(chunk)]);
      previous = chunk;
    },
    end: async () => await previous,
  };
}

interface PublishOptions {
  onDifferences?: ((differences: readonly RatingDifference[]) => void) | undefined;
}

/** Publishes the ratings of these players in their own transaction. */
async function publishChunk(
  dependencies: SettlementDependencies,
  running: RunningSettlement,
  { memberIds, onDifferences }: PublishOptions & { memberIds: readonly string[] },
): Promise<void> {
  const { database, clock } = dependencies;
  const { settlement, model } = running;
  const { sport } = settlement;
  await retryOnContention(
    async () =>
      await database.transaction().execute(async (transaction) => {
        await lockRatingsShared(transaction, [sport]);
        const ratings = await publishPlayers(transaction, dependencies, {
          ...{ sport, memberIds, model, changedAt: clock(), onDifferences },
        });
        // Last, because the next chunk waits for this row.
        await renew(transaction, running);
        await countChanged(transaction, sport, ratings);
      }),
  );
}

/** Deletes the replaced states in these blocks, in its own transaction. */
async function deleteReplacedChunk(
  { database }: SettlementDependencies,
  running: RunningSettlement,
  blocks: { from: number; to: number },
): Promise<void> {
  const { settlement, replacedUpTo } = running;
  const { sport, number } = settlement;
  await database.transaction().execute(async (transaction) => {
    await lockRatingsShared(transaction, [sport]);
    await deleteReplacedInBlocks(transaction, { sport, number, replacedUpTo }, blocks);
    // The deletion is only safe while nothing of the sport is folded, which the lease ensures.
    await renew(transaction, running);
  });
}

/** Ends a settlement after all its players are published. */
async function complete(
  { database, clock }: SettlementDependencies,
  running: RunningSettlement,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await renew(transaction, running);
    await end(transaction, running, clock());
  });
}

async function end(
  transaction: DatabaseTransaction,
  { settlement }: RunningSettlement,
  now: Date,
): Promise<void> {
  const { sport, number, is_of_everybody: isOfEverybody } = settlement;
  const { matches, steps, ratings } = await requireSettlement(transaction, sport);
  // The operator started a rebuild, so no application is charged for the late matches that it settled.
  if (!isOfEverybody) await chargeDue(transaction, { number, matches, now });
  await deleteTaken(transaction, number);
  await deleteSettlement(transaction, sport);
  if (!isOfEverybody || steps + ratings === 0) return;
  await recordAudit(transaction, {
    occurredAt: now,
    actor: 'operator',
    action: 'ratings.rebuilt',
    applicationId: null,
    memberId: null,
    details: { sport, steps, ratings },
  });
}

interface Publication {
  sport: string;
  memberIds: readonly string[];
  model: RatingModel;
  changedAt: Date;
  /** Called with the ratings that changed. */
  onDifferences?: ((differences: readonly RatingDifference[]) => void) | undefined;
}

/**
 * Sets the ratings of these players, if a settlement reached them, to their last states, and writes what follows:
 * history, verification, and events. The transaction must hold the lock of the sport.
 * @returns how many ratings changed.
 */
export async function publishPlayers(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  publication: Publication,
): Promise<number> {
  const { sport, model } = publication;
  const players = await lockPlayers(transaction, {
    applicationId: null,
    ids: publication.memberIds,
    numbers: [],
  });
  const reached = await takeReached(transaction, sport, publication.memberIds);
  if (reached.length === 0) return 0;
  const memberIds = reached.map(({ memberId }) => memberId);
  const before = await loadRatings(transaction, memberIds, [sport]);
  const latest = memberIds.map((memberId) => ({ memberId, ...LAST_POSITION }));
  const memberNumbers = await findMemberNumbers(transaction, memberIds);
  const states = await findStatesBefore(
    transaction,
    { sport, version: 'folded', memberNumbers },
    latest,
  );
  const expected = states.flatMap((state) => (state === null ? [] : ratingsIn(state)));
  const differences = ratingDifferences(before, expected, model);
  // A rebuild deletes replaced states at its end, for all players at once.
  const settled = reached.filter(({ cause }) => cause !== 'rebuild');
  await deleteReplacedStates(
    transaction,
    sport,
    settled.map(({ memberId }) => memberId),
  );
  if (differences.length === 0) return 0;

  await storeRatings(transaction, publication, { differences, memberIds });
  const changed = { differences, reached, memberNumbers };
  const corrections = await appendHistory(transaction, publication, changed);
  const shown = [...new Set(corrections.map(({ memberId }) => memberId))];
  await writeRatingEvents(transaction, dependencies, {
    changes: corrections.map(({ previousRating, ...last }) => ({ previousRating, last })),
    before,
    players: new Map(players.map((player) => [player.id, player])),
    listeners: await findLiveConnections(transaction, shown),
    changedAt: publication.changedAt,
    parametersOf: model.parametersOf,
  });
  publication.onDifferences?.(differences);
  return differences.length;
}

async function storeRatings(
  transaction: DatabaseTransaction,
  { changedAt }: Publication,
  { differences, memberIds }: { differences: RatingDifference[]; memberIds: string[] },
): Promise<void> {
  const experienced = await findExperienced(transaction, memberIds, VERIFYING_EXPERIENCE);
  await upsertRatings(
    transaction,
    differences.flatMap((difference) => toRatingRow(difference, changedAt)),
  );
  await removeRatings(
    transaction,
    differences.filter(({ expected }) => expected === null),
  );
  // Only players whose games fell below the limit lose the verification. Those who got it with fewer games keep it.
  await withdrawVerification(transaction, experienced, VERIFYING_EXPERIENCE);
  await verifyExperienced(transaction, memberIds, VERIFYING_EXPERIENCE);
}

interface Correction extends NewRatingChange {
  lastPlayed: number | null;
}

interface PublishedChanges {
  differences: RatingDifference[];
  reached: PlayerToPublish[];
  /** The numbers of the members by id. */
  memberNumbers: ReadonlyMap<string, number>;
}

/** Appends an entry to the history for each changed rating that its player sees, with the reason of the change. */
async function appendHistory(
  transaction: DatabaseTransaction,
  { changedAt }: Publication,
  { differences, reached, memberNumbers }: PublishedChanges,
): Promise<Correction[]> {
  const corrections = differences.filter(isVisible).map(toCorrection);
  const byMember = Map.groupBy(corrections, ({ memberId }) => memberId);
  const byReason = Map.groupBy(reached, ({ cause, arrival }) => `${cause} ${arrival}`);
  for (const players of byReason.values()) {
    const [player] = players;
    const changes = players.flatMap(({ memberId }) => byMember.get(memberId) ?? []);
    if (player === undefined || changes.length === 0) continue;
    const { cause, arrival } = player;
    await appendCorrections(transaction, { cause, arrival, changedAt, memberNumbers }, changes);
  }
  return corrections;
}

function toRatingRow({ expected }: RatingDifference, updatedAt: Date): RatingRow[] {
  if (expected === null) return [];
  const { memberId, lastPlayed, sport, bracket, mu, sigma, rating, reliability, games } = expected;
  const { direction, partner, open: open_difference } = expected;
  const last_played_at = lastPlayed === null ? null : new Date(lastPlayed);
  const skill = { mu, sigma, direction, partner, open_difference };
  const values = { sport, bracket, ...skill, rating, reliability, games };
  return [{ member_id: memberId, ...values, last_played_at, updated_at: updatedAt }];
}

function toCorrection({
  memberId,
  sport,
  bracket,
  expected,
  standing,
}: RatingDifference): Correction {
  return {
    memberId,
    sport,
    bracket,
    previousRating: standing?.rating ?? null,
    rating: expected?.rating ?? null,
    reliability: expected?.reliability ?? null,
    games: expected?.games ?? 0,
    lastPlayed: expected?.lastPlayed ?? null,
  };
}

/**
 * Publishes the settled ratings of the players of new matches, because the matches must start from these ratings. Does so in
 * sports whose settlement is being published. The transaction must hold the locks of the sports and the players' rows.
 */
export async function publishFirst(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  {
    sports,
    memberIds,
    model,
    now,
  }: { sports: readonly string[]; memberIds: readonly string[]; model: RatingModel; now: Date },
): Promise<void> {
  for (const sport of sports) {
    const publication = { sport, memberIds, model, changedAt: now };
    await publishPlayers(transaction, dependencies, publication);
  }
}
