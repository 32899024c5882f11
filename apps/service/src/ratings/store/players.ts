import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/prepared-statement.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';

export type PlayerRow = Pick<
  MemberRow,
  | 'id'
  | 'member_number'
  | 'first_name'
  | 'last_name'
  | 'gender'
  | 'birth_date'
  | 'is_vairified'
  | 'is_discoverable'
> & {
  /** Whether this is a ghost (a member without an account) of the application that names it. */
  is_own_ghost: boolean;
};

export interface LiveConnection {
  application_id: string;
  member_id: string;
  scopes: string[];
}

/** A claimed ghost. Partners may still use its id. */
export interface PlayerAlias {
  id: string;
  member_number: number;
  /** The member who claimed it. */
  merged_into: string;
}

interface PlayerQuery {
  /** The application that names the members; null for the service itself. */
  applicationId: string | null;
  ids: readonly string[];
  /** Member numbers, as digits. */
  numbers: readonly string[];
}

/**
 * Finds members by id or member number, each once, in the order of their ids. A claimed ghost is found as its member, and an
 * erased member is not found.
 */
export async function findPlayers(database: Database, query: PlayerQuery): Promise<PlayerRow[]> {
  return notErased(await selectPlayers(database, query).execute());
}

/**
 * Finds members and locks their rows, so that no other batch rates them until the transaction ends. They are locked in the
 * order of their ids, so that two batches with the same players do not deadlock.
 */
export async function lockPlayers(database: Database, query: PlayerQuery): Promise<PlayerRow[]> {
  return notErased(await selectPlayers(database, query).forNoKeyUpdate().execute());
}

function selectPlayers(database: Database, { applicationId, ids, numbers }: PlayerQuery) {
  return database
    .selectFrom('member')
    .select([
      'id',
      'member_number',
      'first_name',
      'last_name',
      'gender',
      'birth_date',
      'is_vairified',
      'is_discoverable',
      isOwnGhost(applicationId).as('is_own_ghost'),
      'erased_at',
    ])
    .where('id', '=', idsToday(database, { ids, numbers }))
    .orderBy('id');
}

// Not in the statement, because the planner estimates `is null` as rare in a table that was never analyzed.
function notErased<Row extends { erased_at: Date | null }>(rows: readonly Row[]) {
  return rows.flatMap(({ erased_at: erasedAt, ...player }) => (erasedAt === null ? player : []));
}

/** Finds claimed ghosts by id or member number, with the member who claimed each. */
export async function findAliases(
  database: Database,
  { ids, numbers }: Pick<PlayerQuery, 'ids' | 'numbers'>,
): Promise<PlayerAlias[]> {
  return await database
    .selectFrom('member')
    .select(['id', 'member_number', 'merged_into'])
    .where('merged_into', 'is not', null)
    .$narrowType<{ merged_into: string }>()
    .where((expression) =>
      expression.or([
        expression('id', '=', sql<string>`any(${ids}::text[])`),
        expression('member_number', '=', sql<number>`any(${numbers}::bigint[])`),
      ]),
    )
    .execute();
}

/** Returns the number of each member. Rows of matches name players by it. */
export async function findMemberNumbers(
  database: Database,
  memberIds: readonly string[],
): Promise<Map<string, number>> {
  const ids = [...new Set(memberIds)];
  // Each member is looked up, whatever PostgreSQL knows about a table that has just grown.
  const { rows } = await sql<{ id: string; number: number }>`
    select named.id, member.member_number as number
    from unnest(${arrayLiteral(ids)}::text[]) as named (id)
    cross join lateral (
      select member_number from member where member.id = named.id offset 0
    ) as member
  `.execute(database);
  return new Map(rows.map(({ id, number }) => [id, Number(number)]));
}

/** Finds the connections of the members to applications that are not disabled. */
export async function findLiveConnections(
  database: Database,
  memberIds: readonly string[],
): Promise<LiveConnection[]> {
  return await database
    .selectFrom('connection')
    .innerJoin('application', 'application.id', 'connection.application_id')
    .select(['connection.application_id', 'connection.member_id', 'connection.scopes'])
    .where('connection.member_id', '=', sql<string>`any(${memberIds}::text[])`)
    .where('connection.revoked_at', 'is', null)
    .where('application.disabled_at', 'is', null)
    .orderBy('connection.id')
    .execute();
}

/**
 * SQL for whether the row `member` is a ghost that an application created, or found by its address and name. No other
 * application can find it. `applicationId` is an expression.
 */
export function ownGhostText(applicationId: string): string {
  return `(member.is_ghost and exists (
    select from imported_ghost
    where imported_ghost.member_id = member.id
      and imported_ghost.application_id = ${applicationId}
  ))`;
}

/** The same for a value instead of an expression. */
export function isOwnGhost(applicationId: string | null): RawBuilder<boolean> {
  const [before = '', after = ''] = ownGhostText(MARK).split(MARK);
  return sql`${sql.raw(before)}${applicationId}${sql.raw(after)}`;
}

const MARK = '$application';

/**
 * SQL for the current ids of the named members. It is an array, because PostgreSQL would read a whole small table to join it,
 * even for one member.
 */
export function idsToday(
  database: Database,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly string[] },
): RawBuilder<string> {
  const named = database
    .selectFrom('member as named')
    .select(sql<string>`coalesce(named.merged_into, named.id)`.as('id'))
    .where((expression) =>
      expression.or([
        expression('named.id', '=', sql<string>`any(${ids}::text[])`),
        expression('named.member_number', '=', sql<number>`any(${numbers}::bigint[])`),
      ]),
    );
  return sql<string>`any(array${named})`;
}
