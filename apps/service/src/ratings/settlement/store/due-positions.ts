import { sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  RatingChangeCause,
} from '../../../platform/database/schema.ts';
import type { LedgerPosition } from '../../store/ledger.ts';

/** Why a settlement runs, which rates matches again; `settlement` stands for several causes. */
export type SettlementCause = Exclude<RatingChangeCause, 'match'>;

/** Why a position is due: from there on, ratings are out of date. */
export type DueCause = Exclude<SettlementCause, 'settlement'>;

/** Why a player's ratings are settled: the cause, and the match if there is only one. */
export interface Reason {
  cause: SettlementCause;
  matchId: string | null;
}

/** A position from which the matches of these players are folded again. */
export interface DuePosition extends LedgerPosition, Reason {
  memberIds: readonly string[];
}

/** A position that becomes due, and the application that is charged for it. */
export interface NewDuePosition extends Omit<DuePosition, 'memberIds'> {
  sport: string;
  cause: DueCause;
  /** Null for all players. */
  memberIds: readonly string[] | null;
  /** Null if no application asked for it. */
  applicationId: string | null;
}

export interface StoredDuePosition extends Omit<DuePosition, 'memberIds'> {
  memberIds: readonly string[] | null;
}

/**
 * @param traceparent The span that makes them due. Null if there is none.
 * @returns the identifiers of the positions, in the order given.
 */
export async function insertDue(
  transaction: DatabaseTransaction,
  dueSince: Date,
  positions: readonly NewDuePosition[],
  traceparent: string | null = null,
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
        traceparent,
      })),
    )
    .returning('due_order')
    .execute();
  return rows.map((row) => row.due_order);
}

/** Whether any of these positions is not settled yet. */
export async function isDue(database: Database, dueOrders: readonly number[]): Promise<boolean> {
  const row = await database
    .selectFrom('settlement_due')
    .select('due_order')
    .where('due_order', '=', sql<number>`any(${[...dueOrders]}::bigint[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The unfinished rebuild of a sport by this model or a later one; undefined if there is none. */
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

/** The unsettled positions that a match caused. */
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
  /** Whether a rebuild counts too. */
  withRebuild: boolean;
}

/** The positions that a settlement may take now. */
function isUntaken({ sport, budget, now, withRebuild }: DueFilter) {
  return sql<boolean>`(
    due.sport = ${sport} and due.settlement is null
    and (${withRebuild} or due.member_ids is not null) and ${isWithin(budget, now)}
  )`;
}

/** Gives a settlement what is due, within the budgets of the applications that caused it. */
export async function takeDue(
  transaction: DatabaseTransaction,
  number: number,
  filter: DueFilter,
): Promise<StoredDuePosition[]> {
  return await transaction
    .updateTable('settlement_due as due')
    .set({ settlement: number })
    .where(isUntaken(filter))
    .returning(dueColumns)
    .execute();
}

/** What `takeDue` would take. */
export async function findUntaken(
  transaction: DatabaseTransaction,
  filter: DueFilter,
): Promise<StoredDuePosition[]> {
  return await transaction
    .selectFrom('settlement_due as due')
    .select(dueColumns)
    .where(isUntaken(filter))
    .execute();
}

/** The positions of named players: all except those of a rebuild. */
export function onlyOfMembers(positions: readonly StoredDuePosition[]): DuePosition[] {
  return positions.flatMap(({ memberIds, ...position }) =>
    memberIds === null ? [] : { ...position, memberIds },
  );
}

const dueColumns = [
  'match_date as matchDate',
  'arrival',
  'member_ids as memberIds',
  'cause',
  'match_id as matchId',
] as const;

/** The positions that a settlement has taken. */
export async function findTaken(database: Database, number: number): Promise<StoredDuePosition[]> {
  return await database
    .selectFrom('settlement_due')
    .select(dueColumns)
    .where('settlement', '=', number)
    .execute();
}

/** The spans that made due what a settlement has taken, each once, in the order of the first position of each. */
export async function findTraceparents(database: Database, number: number): Promise<string[]> {
  const rows = await database
    .selectFrom('settlement_due')
    .select('traceparent')
    .where('settlement', '=', number)
    .where('traceparent', 'is not', null)
    .groupBy('traceparent')
    .orderBy(({ fn }) => fn.min('due_order'))
    .limit(MAX_TRACEPARENTS)
    .execute();
  return rows.flatMap(({ traceparent }) => traceparent ?? []);
}

// The packages of OpenTelemetry keep so many links of a span.
const MAX_TRACEPARENTS = 128;

/** The sports with something due that can be settled now, except sports with an active holder; the oldest first. */
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

/** All that is due in a sport, including what a settlement has taken. */
export async function findDue(database: Database, sport: string): Promise<StoredDuePosition[]> {
  return await database
    .selectFrom('settlement_due')
    .select(dueColumns)
    .where('sport', '=', sport)
    .execute();
}

/** How much is due in all sports, and since when the oldest is. */
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

function isWithin(budget: number, now: Date) {
  return sql`not exists (
    select from settlement_usage as used
    where used.application_id = due.application_id
      and used.hour = date_trunc('hour', ${now.toISOString()}::timestamptz)
      and used.matches >= ${budget} and ${budget} > 0
  )`;
}

/**
 * Charges the matches that were rated again to the applications that caused the settlement, in equal shares. A position without an
 * application, such as a claim, has a share too, which is not charged to any application.
 */
export async function chargeDue(
  transaction: DatabaseTransaction,
  { number, matches, now }: { number: number; matches: number; now: Date },
): Promise<void> {
  const hour = sql`date_trunc('hour', ${now.toISOString()}::timestamptz)`;
  // In the order of ids, because settlements of two sports that charge the same applications could deadlock.
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

/** Deletes the positions that a settlement has settled. */
export async function deleteTaken(transaction: DatabaseTransaction, number: number): Promise<void> {
  await transaction.deleteFrom('settlement_due').where('settlement', '=', number).execute();
}
