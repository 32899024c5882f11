import { sql } from 'kysely';
import type { Database, MemberRow } from '../../database/schema.ts';

export type PlayerRow = Pick<
  MemberRow,
  'id' | 'member_number' | 'first_name' | 'last_name' | 'gender' | 'birth_date' | 'is_vairified'
>;

export interface LiveConnection {
  application_id: string;
  member_id: string;
  scopes: string[];
}

export interface PlayerQuery {
  ids: readonly string[];
  /** Member numbers, in digits. */
  numbers: readonly string[];
}

/** Members by id or member number, in the order of their ids. */
export async function findPlayers(database: Database, query: PlayerQuery): Promise<PlayerRow[]> {
  return await selectPlayers(database, query).execute();
}

/**
 * The same, and no other batch may rate them until the transaction ends. They are locked in the
 * order of their ids, so that of two batches with the same players one waits and neither deadlocks.
 */
export async function lockPlayers(database: Database, query: PlayerQuery): Promise<PlayerRow[]> {
  return await selectPlayers(database, query).forNoKeyUpdate().execute();
}

function selectPlayers(database: Database, { ids, numbers }: PlayerQuery) {
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
    ])
    .where((expression) =>
      expression.or([
        expression('id', '=', sql<string>`any(${ids}::text[])`),
        expression('member_number', '=', sql<number>`any(${numbers}::bigint[])`),
      ]),
    )
    .orderBy('id');
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
