import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { comparePositions, FIRST_POSITION, positionBefore } from '../domain/ledger-position.ts';
import { lockRatingsExclusive } from '../store/rating-lock.ts';
import type { SettlementCause } from './store/due-positions.ts';
import {
  type DueFilter,
  findTaken,
  type StoredDuePosition,
  takeDue,
} from './store/due-positions.ts';
import { findLastArrival } from './store/settlement-players.ts';
import {
  findSettlement,
  insertSettlement,
  nextNumber,
  requireSettlement,
  restart,
  type SettlementRow,
  takeLease,
} from './store/settlements.ts';

export interface Beginning extends DueFilter {
  modelRevision: number;
  holder: string;
  heldUntil: Date;
}

export type Begun =
  | { kind: 'held'; settlement: SettlementRow }
  /** Another holder is at it. */
  | { kind: 'busy' }
  | { kind: 'nothing' };

/**
 * Takes up the settlement of a sport that another holder has left, or begins one with what is due. What
 * has arrived by then is the ledger it folds: a batch that adds matches has committed them, or waits.
 */
export async function beginSettlement(
  transaction: DatabaseTransaction,
  beginning: Beginning,
): Promise<Begun> {
  const { sport, holder, heldUntil, now, modelRevision } = beginning;
  await lockRatingsExclusive(transaction, [sport]);
  const underWay = await findSettlement(transaction, sport);
  if (underWay !== undefined) {
    const isHeld = isHeldByAnother(underWay, { holder, now });
    // An earlier release must not go on with what a later one began.
    if (isHeld || modelRevision < underWay.model_revision) return { kind: 'busy' };
    const { number } = underWay;
    await takeLease(transaction, { sport, number, holder, heldUntil });
    if (modelRevision > underWay.model_revision) {
      await restartWith(transaction, underWay, modelRevision);
    }
    return { kind: 'held', settlement: await requireSettlement(transaction, sport) };
  }

  const number = await nextNumber(transaction);
  const due = await takeDue(transaction, number, beginning);
  const [first] = due.toSorted(comparePositions);
  if (first === undefined) return { kind: 'nothing' };
  const isOfEverybody = due.some(({ memberIds }) => memberIds === null);
  const cause = causeOf(due);
  const settlement = await insertSettlement(transaction, number, {
    sport,
    modelRevision,
    isOfEverybody,
    cause,
    after: isOfEverybody ? FIRST_POSITION : positionBefore(first),
    lastArrival: await findLastArrival(transaction, sport),
    holder,
    heldUntil,
    startedAt: now,
  });
  return { kind: 'held', settlement };
}

/** Whether another holder is at it. What is asked without a lock is asked once more with it. */
export function isHeldByAnother(
  underWay: SettlementRow | undefined,
  { holder, now }: Pick<Beginning, 'holder' | 'now'>,
): boolean {
  return underWay !== undefined && underWay.holder !== holder && underWay.held_until > now;
}

/** By another model everything has to be folded again, the first steps of the settlement included. */
async function restartWith(
  transaction: DatabaseTransaction,
  { sport, number, is_of_everybody: isOfEverybody, phase }: SettlementRow,
  modelRevision: number,
): Promise<void> {
  const [first] = (await findTaken(transaction, number)).toSorted(comparePositions);
  if (first === undefined || phase === 'publishing') return;
  const after = isOfEverybody ? FIRST_POSITION : positionBefore(first);
  await restart(transaction, sport, { after, modelRevision });
}

function causeOf(due: readonly StoredDuePosition[]): SettlementCause {
  const causes = [...new Set(due.map(({ cause }) => cause))];
  const [only] = causes;
  return only !== undefined && causes.length === 1 ? only : 'settlement';
}
