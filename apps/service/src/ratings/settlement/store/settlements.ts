import { type Selectable, sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  SettlementTable,
} from '../../../platform/database/schema.ts';
import type { LedgerPosition } from '../../store/ledger.ts';
import type { SettlementCause } from './due-positions.ts';

export type SettlementRow = Selectable<SettlementTable>;

export interface NewSettlement {
  sport: string;
  modelRevision: number;
  isOfEverybody: boolean;
  cause: SettlementCause;
  /** Matches up to this position are not folded again. */
  after: LedgerPosition;
  lastArrival: number;
  holder: string;
  heldUntil: Date;
  startedAt: Date;
}

/** The running settlement of a sport; undefined if there is none. */
export async function findSettlement(
  database: Database,
  sport: string,
): Promise<SettlementRow | undefined> {
  return await database
    .selectFrom('settlement')
    .selectAll()
    .where('sport', '=', sport)
    .executeTakeFirst();
}

/** The running settlement of a sport, with any holder. */
export async function requireSettlement(
  transaction: DatabaseTransaction,
  sport: string,
): Promise<SettlementRow> {
  const row = await findSettlement(transaction, sport);
  if (row === undefined) throw new Error(`No settlement of ${sport} is running.`);
  return row;
}

/** Returns a number for a new settlement, higher than all before. */
export async function nextNumber(transaction: DatabaseTransaction): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select nextval('settlement_number') as number
  `.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error('The sequence settlement_number returned no number.');
  return row.number;
}

export async function insertSettlement(
  transaction: DatabaseTransaction,
  number: number,
  given: NewSettlement,
): Promise<SettlementRow> {
  return await transaction
    .insertInto('settlement')
    .values({
      sport: given.sport,
      number,
      model_revision: given.modelRevision,
      is_of_everybody: given.isOfEverybody,
      cause: given.cause,
      match_date: given.after.matchDate,
      arrival: given.after.arrival,
      last_arrival: given.lastArrival,
      holder: given.holder,
      held_until: given.heldUntil,
      started_at: given.startedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface Lease {
  sport: string;
  number: number;
  holder: string;
  heldUntil: Date;
}

/** Gives the settlement to this holder. */
export async function takeLease(
  transaction: DatabaseTransaction,
  { sport, number, holder, heldUntil }: Lease,
): Promise<void> {
  await transaction
    .updateTable('settlement')
    .set({ holder, held_until: heldUntil })
    .where('sport', '=', sport)
    .where('number', '=', number)
    .execute();
}

/** Renews the lease; false if another holder has taken the settlement over. */
export async function renewLease(
  database: Database,
  { sport, number, holder, heldUntil }: Lease,
): Promise<boolean> {
  const row = await database
    .updateTable('settlement')
    .set({ held_until: heldUntil })
    .where('sport', '=', sport)
    .where('number', '=', number)
    .where('holder', '=', holder)
    .returning('sport')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the lease, so that another holder can continue. */
export async function releaseLease(
  database: Database,
  { sport, number, holder, heldUntil }: Lease,
): Promise<void> {
  await database
    .updateTable('settlement')
    .set({ held_until: heldUntil })
    .where('sport', '=', sport)
    .where('number', '=', number)
    .where('holder', '=', holder)
    .execute();
}

export interface SettlementProgress {
  after: LedgerPosition;
  lastArrival: number;
  /** How many more matches were rated, and how many states differed. */
  matches: number;
  steps: number;
}

export async function setProgress(
  transaction: DatabaseTransaction,
  sport: string,
  { after, lastArrival, matches, steps }: SettlementProgress,
): Promise<void> {
  await transaction
    .updateTable('settlement')
    .set(({ eb }) => ({
      match_date: after.matchDate,
      arrival: after.arrival,
      last_arrival: lastArrival,
      matches: eb('matches', '+', matches),
      steps: eb('steps', '+', steps),
    }))
    .where('sport', '=', sport)
    .execute();
}

export async function setLastArrival(
  transaction: DatabaseTransaction,
  sport: string,
  lastArrival: number,
): Promise<void> {
  await transaction
    .updateTable('settlement')
    .set({ last_arrival: lastArrival })
    .where('sport', '=', sport)
    .execute();
}

/** Starts again from a position, with another model. */
export async function restart(
  transaction: DatabaseTransaction,
  sport: string,
  { after, modelRevision }: { after: LedgerPosition; modelRevision: number },
): Promise<void> {
  await transaction
    .updateTable('settlement')
    .set({
      match_date: after.matchDate,
      arrival: after.arrival,
      model_revision: modelRevision,
      matches: 0,
      steps: 0,
    })
    .where('sport', '=', sport)
    .execute();
}

export async function countChanged(
  transaction: DatabaseTransaction,
  sport: string,
  ratings: number,
): Promise<void> {
  await transaction
    .updateTable('settlement')
    .set(({ eb }) => ({ ratings: eb('ratings', '+', ratings) }))
    .where('sport', '=', sport)
    .execute();
}

/**
 * Makes the states of the settlement those that count.
 * @param replacedUpTo The arrival up to which no other state counts; null if unknown.
 */
export async function setPublishing(
  transaction: DatabaseTransaction,
  sport: string,
  replacedUpTo: number | null,
): Promise<void> {
  await transaction
    .updateTable('settlement')
    .set({ phase: 'publishing', replaced_up_to: replacedUpTo })
    .where('sport', '=', sport)
    .execute();
}

export async function deleteSettlement(
  transaction: DatabaseTransaction,
  sport: string,
): Promise<void> {
  await transaction.deleteFrom('settlement').where('sport', '=', sport).execute();
}
