import { sql } from 'kysely';
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

/** A match that went, in one transaction with the late one that came in its place. */
export interface Replaced extends DuePosition {
  dueOrder: number;
  /** The match that came. */
  lateMatchId: string;
  /** Whether the settlement has reached a player of the match that went. */
  isReached: boolean;
}

/** What was replaced in a sport, as far as no settlement has taken it. */
export async function findReplaced(
  transaction: DatabaseTransaction,
  sport: string,
): Promise<Replaced[]> {
  const { rows } = await sql<Replaced>`
    select
      due.due_order as "dueOrder", due.match_date as "matchDate", due.arrival,
      due.member_ids as "memberIds", due.cause, due.match_id as "matchId",
      late.match_id as "lateMatchId",
      exists (
        select from settlement_player as reached
        where reached.sport = due.sport and reached.member_id = any(due.member_ids)
      ) as "isReached"
    from settlement_due as due
    join settlement_due as late
      on late.sport = due.sport and late.application_id = due.application_id
      and late.due_since = due.due_since
    where due.sport = ${sport} and due.cause = 'void' and due.settlement is null
      and late.cause = 'late' and late.settlement is null
  `.execute(transaction);
  return rows;
}

/** Has a settlement take matches that arrived late during it, and what they replace. */
export async function takeDueOf(
  transaction: DatabaseTransaction,
  number: number,
  { matchIds, replaced }: { matchIds: readonly string[]; replaced: readonly Replaced[] },
): Promise<void> {
  const dueOrders = replaced.map(({ dueOrder }) => dueOrder);
  await transaction
    .updateTable('settlement_due')
    .set({ settlement: number })
    .where('settlement', 'is', null)
    .where(({ eb, and, or }) =>
      or([
        eb('due_order', '=', sql<number>`any(${dueOrders}::bigint[])`),
        and([
          eb('cause', '=', 'late'),
          eb('match_id', '=', sql<string>`any(${[...matchIds]}::text[])`),
        ]),
      ]),
    )
    .execute();
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
