import { comparePositions, FIRST_POSITION } from '../domain/ledger-position.ts';
import type { RatingModel } from '../domain/rating-model.ts';
import { LedgerFold } from '../fold-ledger.ts';
import { deleteStates, findStrayStates } from '../store/player-states.ts';
import type { Pace } from './pace.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import type { DuePosition, Reason } from './store/due-positions.ts';
import { findTaken } from './store/due-positions.ts';
import { findReached, insertEverybody, type ReachedPlayer } from './store/settlement-players.ts';
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
