import { setTimeout as sleep } from 'node:timers/promises';
import type { RatingModel } from '@partner-rating/ratings';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { comparePositions, FIRST_POSITION } from '../domain/touched-matches.ts';
import { LedgerFold } from '../fold-ledger.ts';
import { deleteStates, findStrayStates } from '../store/player-states.ts';
import { type DuePosition, findTaken, type Reason } from './store/due-positions.ts';
import {
  findArrivals,
  findReached,
  insertEverybody,
  type ReachedPlayer,
} from './store/settlement-players.ts';
import type { Lease, SettlementRow } from './store/settlements.ts';

export interface RunningSettlement {
  settlement: SettlementRow;
  model: RatingModel;
  /** How often it has gone back for what arrived meanwhile. */
  rounds: number;
  /** Up to which arrival it has stored every state again, so that no other counts; null where it is not known. */
  replacedUpTo: number | null;
  pace: Pace;
  /** As it is when it is renewed now. */
  lease: () => Lease;
}

/** A fold whose states are stored as those of a settlement. */
export interface SettlementFold {
  fold: LedgerFold;
  lastArrival: number;
  /** The players stored as reached, and why. */
  stored: Map<string, Reason>;
}

const PLAYERS_PER_LOAD = 1_000;

/** Takes up a settlement at the position up to which its matches are folded. */
export async function openFold(
  { database }: SettlementDependencies,
  { settlement, model }: RunningSettlement,
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
  });
  // Before the first match nobody has a rating to go on from.
  const toLoad = comparePositions(after, FIRST_POSITION) > 0 ? reached : [];
  const next = { matchDate: after.matchDate, arrival: after.arrival + 1 };
  for (let start = 0; start < toLoad.length; start += PLAYERS_PER_LOAD) {
    const some = toLoad.slice(start, start + PLAYERS_PER_LOAD);
    await fold.load(
      database,
      some.map(({ memberId }) => ({ memberId, ...next })),
    );
  }
  return { fold, lastArrival, stored: reasonsOf(reached) };
}

/** Deletes the states of a sport that no match asks for, but for those that are replaced anyway. */
export async function deleteStrays(
  { database }: SettlementDependencies,
  { settlement: { sport }, replacedUpTo }: RunningSettlement,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await deleteStates(transaction, await findStrayStates(transaction, sport, replacedUpTo));
  });
}

function reasonsOf(reached: readonly ReachedPlayer[]): Map<string, Reason> {
  return new Map(reached.map(({ memberId, cause, matchId }) => [memberId, { cause, matchId }]));
}

/** How much a settlement does at once. */
export interface ChunkSizes {
  /** While a chunk is stored, a confirmation or claim of the sport waits. */
  matchesPerChunk: number;
  /** While a chunk is published, a batch that rates one of its players waits. */
  playersPerChunk: number;
  /** What is folded while nobody else rates the sport: some tens of milliseconds. */
  matchesWhileAllWait: number;
}

export const defaultChunkSizes: ChunkSizes = {
  matchesPerChunk: 250,
  playersPerChunk: 200,
  matchesWhileAllWait: 100,
};

/** While matches arrive: what one of them waits for is soon done. */
export const chunkSizesBesideBatches: ChunkSizes = {
  matchesPerChunk: 100,
  playersPerChunk: 10,
  matchesWhileAllWait: 50,
};

/**
 * What a rebuild does at once while nobody else plays the sport: it has everybody to go through, and each chunk
 * costs as much again as hundreds of matches.
 */
export const chunkSizesOfRebuild: ChunkSizes = {
  ...defaultChunkSizes,
  matchesPerChunk: 1_000,
};

interface PaceOptions {
  /** How long to pause while matches arrive, as a share of the time worked. */
  pauseShare?: number;
  /** How much to do at once while no matches arrive. */
  quietSizes?: ChunkSizes;
  /** The same at all times, in place of those that fit. */
  sizes?: ChunkSizes;
}

// What took longer waited for something else, for which a longer pause leaves no more room.
const MAX_PAUSE_MILLISECONDS = 1_000;

/** Leaves room for batches while there are any, and none where nobody needs it. */
export class Pace {
  readonly #dependencies: SettlementDependencies;
  readonly #pauseShare: number;
  readonly #quietSizes: ChunkSizes;
  readonly #sizesBesideBatches: ChunkSizes;
  #arrivals: number | null = null;
  #since = performance.now();
  #isBusy = true;

  constructor(
    dependencies: SettlementDependencies,
    { pauseShare = 0, quietSizes = defaultChunkSizes, sizes }: PaceOptions,
  ) {
    this.#dependencies = dependencies;
    this.#pauseShare = pauseShare;
    this.#quietSizes = sizes ?? quietSizes;
    this.#sizesBesideBatches = sizes ?? chunkSizesBesideBatches;
  }

  /** How much may be done at once: less while matches arrive, as they do until it is known. */
  get sizes(): ChunkSizes {
    return this.#isBusy ? this.#sizesBesideBatches : this.#quietSizes;
  }

  /** Returns when the next chunk may begin: at once, or after this one is stored and a pause. */
  async follow(stored: Promise<void>): Promise<void> {
    const before = this.#arrivals;
    this.#arrivals = await findArrivals(this.#dependencies.database);
    this.#isBusy = this.#arrivals !== before;
    // After the first chunk it is not known yet.
    if (this.#isBusy && before !== null && this.#pauseShare > 0) {
      await stored;
      const pause = (performance.now() - this.#since) * this.#pauseShare;
      await sleep(Math.min(pause, MAX_PAUSE_MILLISECONDS));
    }
    this.#since = performance.now();
  }
}

/** What a settlement uses. */
export type SettlementDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;
