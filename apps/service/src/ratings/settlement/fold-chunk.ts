import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { comparePositions } from '../domain/ledger-position.ts';
import type { RatingModel } from '../domain/rating-model.ts';
import { mergeReasons } from '../domain/reach.ts';
import { type FoldedPage, LedgerFold } from '../fold-ledger.ts';
import { appendStates, deleteStates, findStrayStates } from '../store/player-states.ts';
import { lockRatingsShared } from '../store/rating-lock.ts';
import type { ChunkSizes } from './chunk-sizes.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import type { DuePosition, Reason } from './store/due-positions.ts';
import { findTaken } from './store/due-positions.ts';
import {
  findReached,
  insertEverybody,
  type ReachedPlayer,
  upsertReached,
} from './store/settlement-players.ts';
import { type Lease, renewLease, type SettlementRow, setProgress } from './store/settlements.ts';

/** Thrown where another holder has taken the settlement over, since this one was slow for too long. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

export interface RunningSettlement {
  settlement: SettlementRow;
  model: RatingModel;
  /** How often it has gone back for what arrived meanwhile. */
  rounds: number;
  sizes: ChunkSizes;
  /** As it is when it is renewed now. */
  lease: () => Lease;
}

/** A fold whose states are stored as those of a settlement. */
export interface SettlementFold {
  fold: LedgerFold;
  lastArrival: number;
  /** Who is stored as reached, and why. */
  stored: Map<string, Reason>;
}

/** What a chunk came to. */
export interface FoldedChunk {
  read: number;
  rated: number;
  steps: number;
}

const PLAYERS_PER_LOAD = 1_000;

/** Takes up a settlement at the position up to which its matches are folded. */
export async function openFold(
  { database }: SettlementDependencies,
  { settlement, model, sizes }: RunningSettlement,
): Promise<SettlementFold> {
  const { sport, number, is_of_everybody: isOfEverybody, last_arrival: lastArrival } = settlement;
  const after = { matchDate: settlement.match_date, arrival: settlement.arrival };
  if (isOfEverybody) {
    // When it is taken up once more too: those who were rated since are everybody as well.
    await database
      .transaction()
      .execute(async (transaction) => await insertEverybody(transaction, sport, settlement.cause));
  }
  const reached = await findReached(database, sport);
  const taken = await findTaken(database, number);
  const due: DuePosition[] = taken.flatMap(({ memberIds, ...position }) =>
    memberIds === null ? [] : { ...position, memberIds },
  );
  const fold = new LedgerFold({
    sport,
    after,
    lastArrival,
    reach: isOfEverybody ? 'everyone' : reasonsOf(reached),
    due: due.filter((position) => comparePositions(position, after) > 0),
    model,
    version: 'folded',
    mayAssumeDifferences: true,
    maxPage: sizes.matchesPerChunk,
  });
  if (isOfEverybody && settlement.matches === 0) {
    await database.transaction().execute(async (transaction) => {
      await deleteStates(transaction, await findStrayStates(transaction, sport));
    });
  }
  const next = { matchDate: after.matchDate, arrival: after.arrival + 1 };
  for (let start = 0; start < reached.length; start += PLAYERS_PER_LOAD) {
    const some = reached.slice(start, start + PLAYERS_PER_LOAD);
    await fold.load(
      database,
      some.map(({ memberId }) => ({ memberId, ...next })),
    );
  }
  return { fold, lastArrival, stored: reasonsOf(reached) };
}

function reasonsOf(reached: readonly ReachedPlayer[]): Map<string, Reason> {
  return new Map(reached.map(({ memberId, cause, matchId }) => [memberId, { cause, matchId }]));
}

/** Folds some matches more, in a transaction of its own; null after the last. */
export async function foldChunk(
  { database }: SettlementDependencies,
  running: RunningSettlement,
  fold: SettlementFold,
): Promise<FoldedChunk | null> {
  return await database.transaction().execute(async (transaction) => {
    // Before the page is read, so that a claim has no name of a ghost written after it.
    await lockRatingsShared(transaction, [running.settlement.sport]);
    await renew(transaction, running);
    return await foldPage(transaction, running, fold);
  });
}

/** @throws LeaseLostError */
export async function renew(
  transaction: DatabaseTransaction,
  { lease }: RunningSettlement,
): Promise<void> {
  if (!(await renewLease(transaction, lease()))) throw new LeaseLostError();
}

/** The same within a transaction that holds the ratings of the sport. */
export async function foldPage(
  transaction: DatabaseTransaction,
  { settlement }: RunningSettlement,
  { fold, lastArrival, stored }: SettlementFold,
): Promise<FoldedChunk | null> {
  const { sport, number, cause } = settlement;
  const page = await fold.next(transaction);
  const reached = newlyReached(page, { fold, stored, cause });
  await upsertReached(transaction, sport, reached);
  if (page === null) return null;
  const expected = page.differences.map((difference) => difference.expected);
  await appendStates(transaction, number, expected);
  const { rated, matches } = page;
  const steps = expected.length;
  await setProgress(transaction, sport, { after: fold.after, lastArrival, matches: rated, steps });
  return { read: matches.length, rated, steps };
}

function newlyReached(
  page: FoldedPage | null,
  { fold, stored, cause }: Pick<SettlementFold, 'fold' | 'stored'> & Pick<SettlementRow, 'cause'>,
): ReachedPlayer[] {
  const { reach } = fold;
  const found = new Map<string, Reason>();
  if (reach === 'everyone') {
    // All of them, also where no step differs: their ratings may.
    for (const { teams, unrated } of page?.matches ?? []) {
      for (const memberId of teams.flat()) {
        if (unrated.has(memberId) || stored.has(memberId)) continue;
        found.set(memberId, { cause, matchId: null });
      }
    }
  } else {
    for (const [memberId, reason] of reach) {
      const before = stored.get(memberId);
      const merged = before === undefined ? reason : mergeReasons(before, reason);
      const isSame = before?.cause === merged.cause && before.matchId === merged.matchId;
      if (!isSame) found.set(memberId, merged);
    }
  }
  for (const [memberId, reason] of found) stored.set(memberId, reason);
  return [...found].map(([memberId, { cause, matchId }]) => ({ memberId, cause, matchId }));
}
