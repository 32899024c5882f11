import { type RawBuilder, sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  RatingChangeCause,
} from '../../../platform/database/schema.ts';
import type { LedgerPosition } from '../../store/ledger.ts';

/** What a settlement is for; `settlement` stands for several causes at once. */
export type SettlementCause = Exclude<RatingChangeCause, 'match'>;

/** What a position is due for. */
export type DueCause = Exclude<SettlementCause, 'settlement'>;

/** Why a player's ratings are settled: the cause and, where it was a single match, which. */
export interface Reason {
  cause: SettlementCause;
  matchId: string | null;
}

/** A position from which on matches are to be folded again, and whose. */
export interface DuePosition extends LedgerPosition, Reason {
  memberIds: readonly string[];
}

/** A position that is due, of whom, and on whose account it is settled. */
export interface NewDuePosition extends Omit<DuePosition, 'memberIds'> {
  sport: string;
  cause: DueCause;
  /** Null is everybody. */
  memberIds: readonly string[] | null;
  /** Null where no application asked for it. */
  applicationId: string | null;
}

export interface StoredDuePosition extends Omit<DuePosition, 'memberIds'> {
  memberIds: readonly string[] | null;
}

/** @returns what names them, in the order given. */
export async function insertDue(
  transaction: DatabaseTransaction,
  dueSince: Date,
  positions: readonly NewDuePosition[],
): Promise<number[]> {
  if (positions.length === 0) return [];
  const rows = await transaction
    .insertInto('settlement_due')
    .values(
      positions.map((position) => ({
        sport: position.sport,
        match_date: position.matchDate,
        arrival: position.arrival,
        member_ids: position.memberIds === null ? null : [...position.memberIds],
        cause: position.cause,
        match_id: position.matchId,
        application_id: position.applicationId,
        due_since: dueSince,
      })),
    )
    .returning('due_order')
    .execute();
  return rows.map((row) => row.due_order);
}

/** Whether any of these is not settled yet. */
export async function isDue(database: Database, dueOrders: readonly number[]): Promise<boolean> {
  const row = await database
    .selectFrom('settlement_due')
    .select('due_order')
    .where('due_order', '=', sql<number>`any(${[...dueOrders]}::bigint[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The rebuild of a sport that has not ended, and that will be by this model or a later one. */
export async function findRebuild(
  database: Database,
  sport: string,
  modelRevision: number,
): Promise<number | undefined> {
  const row = await database
    .selectFrom('settlement_due')
    .leftJoin('settlement', 'settlement.number', 'settlement_due.settlement')
    .select('settlement_due.due_order')
    .where('settlement_due.sport', '=', sport)
    .where('settlement_due.cause', '=', 'rebuild')
    .where((expression) =>
      expression.or([
        expression('settlement.phase', 'is distinct from', 'publishing'),
        expression('settlement.model_revision', '>=', modelRevision),
      ]),
    )
    .executeTakeFirst();
  return row?.due_order;
}

/** What a match caused that is not settled yet. */
export async function findDueOfMatch(database: Database, matchId: string): Promise<number[]> {
  const rows = await database
    .selectFrom('settlement_due')
    .select('due_order')
    .where('match_id', '=', matchId)
    .execute();
  return rows.map((row) => row.due_order);
}

export interface DueFilter {
  sport: string;
  /** How many matches an application may have rated again in an hour; 0 for any number. */
  budget: number;
  now: Date;
}

/** Has a settlement take what is due and within the budget of who asked for it. */
export async function takeDue(
  transaction: DatabaseTransaction,
  number: number,
  { sport, budget, now }: DueFilter,
): Promise<StoredDuePosition[]> {
  const { rows } = await sql<StoredDuePosition>`
    update settlement_due as due set settlement = ${number}
    where due.sport = ${sport} and due.settlement is null
      and ${isWithin(budget, now)}
    returning
      due.match_date as "matchDate", due.arrival, due.member_ids as "memberIds", due.cause,
      due.match_id as "matchId"
  `.execute(transaction);
  return rows;
}

const dueColumns = [
  'match_date as matchDate',
  'arrival',
  'member_ids as memberIds',
  'cause',
  'match_id as matchId',
] as const;

/** What a settlement has taken. */
export async function findTaken(database: Database, number: number): Promise<StoredDuePosition[]> {
  return await database
    .selectFrom('settlement_due')
    .select(dueColumns)
    .where('settlement', '=', number)
    .execute();
}

/** The sports in which something is due that may be settled now, without those that a holder is at; the oldest first. */
export async function findSportsDue(
  database: Database,
  { budget, now }: Pick<DueFilter, 'budget' | 'now'>,
): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await sql<{ sport: string }>`
    select sport from (
      select due.sport, due.due_since as since from settlement_due as due
      where due.settlement is null and ${isWithin(budget, now)}
        and not exists (
          select from settlement where settlement.sport = due.sport and held_until > ${at}
        )
      union all
      select sport, started_at from settlement where held_until <= ${at}
    ) as open
    group by sport
    order by min(since), sport
  `.execute(database);
  return rows.map(({ sport }) => sport);
}

/** What is due in a sport, whether or not a settlement has taken it. */
export async function findDue(database: Database, sport: string): Promise<StoredDuePosition[]> {
  return await database
    .selectFrom('settlement_due')
    .select(dueColumns)
    .where('sport', '=', sport)
    .execute();
}

/** How much is due in all sports, and since when the oldest. */
export async function countDue(
  database: Database,
): Promise<{ positions: number; oldest: Date | null }> {
  return await database
    .selectFrom('settlement_due')
    .select(({ fn }) => [
      fn.countAll<number>().as('positions'),
      fn.min<Date | null>('due_since').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
}

/** The matches that these replace, of which nobody has taken that they went. */
export async function findReplacedBy(
  transaction: DatabaseTransaction,
  matchIds: readonly string[],
): Promise<DuePosition[]> {
  const { rows } = await sql<DuePosition>`
    select
      due.match_date as "matchDate", due.arrival, due.member_ids as "memberIds", due.cause,
      due.match_id as "matchId"
    from settlement_due as due
    where ${isReplacedBy(sql`late.match_id = any(${[...matchIds]}::text[])`)}
  `.execute(transaction);
  return rows;
}

/** Whether `due` is of a match that went, in one transaction with the late match in its place. */
export function isReplacedBy(isLateMatch: RawBuilder<unknown>) {
  return sql`due.cause = 'void' and due.settlement is null and exists (
    select from settlement_due as late
    where late.cause = 'late' and late.settlement is null and late.sport = due.sport
      and late.application_id = due.application_id and late.due_since = due.due_since
      and ${isLateMatch}
  )`;
}

/** Has matches that arrived late during a settlement be settled by it, and what they replace. */
export async function takeDueOf(
  transaction: DatabaseTransaction,
  number: number,
  matchIds: readonly string[],
): Promise<void> {
  const isOfThem = sql`any(${[...matchIds]}::text[])`;
  await sql`
    update settlement_due as due set settlement = ${number}
    where due.match_id = ${isOfThem} and due.cause = 'late' and due.settlement is null
      or ${isReplacedBy(sql`late.match_id = ${isOfThem}`)}
  `.execute(transaction);
}

function isWithin(budget: number, now: Date) {
  return sql`not exists (
    select from settlement_usage as used
    where used.application_id = due.application_id
      and used.hour = date_trunc('hour', ${now.toISOString()}::timestamptz)
      and used.matches >= ${budget} and ${budget} > 0
  )`;
}

/**
 * Charges what was rated again to who asked for it, in equal shares. What no application asked for, such as
 * a claim, has a share too, which nobody is charged.
 */
export async function chargeDue(
  transaction: DatabaseTransaction,
  { number, matches, now }: { number: number; matches: number; now: Date },
): Promise<void> {
  const hour = sql`date_trunc('hour', ${now.toISOString()}::timestamptz)`;
  // In one order: two settlements of different sports may charge the same applications.
  await sql`
    insert into settlement_usage (application_id, hour, matches)
    select application_id, ${hour}, ceil(${matches}::double precision / shares)
    from (
      select application_id, count(*) over () as shares
      from settlement_due where settlement = ${number}
      group by application_id
    ) as charged
    where application_id is not null
    order by application_id
    on conflict (application_id, hour) do update
      set matches = settlement_usage.matches + excluded.matches
  `.execute(transaction);
  await sql`delete from settlement_usage where hour < ${hour}`.execute(transaction);
}

/** Nothing of this is due any more. */
export async function deleteTaken(transaction: DatabaseTransaction, number: number): Promise<void> {
  await transaction.deleteFrom('settlement_due').where('settlement', '=', number).execute();
}
