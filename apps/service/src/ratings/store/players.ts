import { type RawBuilder, sql } from 'kysely';
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
  /** Whether it is a ghost of the application that names it. */
  is_own_ghost: boolean;
};

export interface LiveConnection {
  application_id: string;
  member_id: string;
  scopes: string[];
}

/** A claimed ghost, which partners may go on naming. */
export interface PlayerAlias {
  id: string;
  member_number: number;
  /** The member it turned out to be. */
  merged_into: string;
}

interface PlayerQuery {
  /** Who names them; null for the service itself. */
  applicationId: string | null;
  ids: readonly string[];
  /** Member numbers, in digits. */
  numbers: readonly string[];
}

/**
 * Members by id or member number, each once, in the order of their ids; a claimed ghost is its member,
 * and who was erased is nobody.
 */
export async function findPlayers(database: Database, query: PlayerQuery): Promise<PlayerRow[]> {
  return notErased(await selectPlayers(database, query).execute());
}

/**
 * The same, and no other batch may rate them until the transaction ends. They are locked in the
 * order of their ids, so that of two batches with the same players one waits and neither deadlocks.
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

// Not in the statement: of a table that was never analyzed the planner takes `is null` for rare.
function notErased<Row extends { erased_at: Date | null }>(rows: readonly Row[]) {
  return rows.flatMap(({ erased_at: erasedAt, ...player }) => (erasedAt === null ? player : []));
}

/** Claimed ghosts by id or member number: another name of the member they turned out to be. */
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

/** The connections of the members to any application that is not disabled. */
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
 * SQL for whether the row `member` is a ghost that an application made, or found by its address and
 * name: nobody else knows of it. `applicationId` is an expression.
 */
export function ownGhostText(applicationId: string): string {
  return `(member.is_ghost and exists (
    select from imported_ghost
    where imported_ghost.member_id = member.id
      and imported_ghost.application_id = ${applicationId}
  ))`;
}

/** The same for a value. */
export function isOwnGhost(applicationId: string | null): RawBuilder<boolean> {
  const [before = '', after = ''] = ownGhostText(MARK).split(MARK);
  return sql`${sql.raw(before)}${applicationId}${sql.raw(after)}`;
}

const MARK = '$application';

/**
 * SQL for any of the ids that the named have today. An array, since PostgreSQL reads a small table whole to join it,
 * also for one member.
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
