import { type Selectable, sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  MatchVoidTable,
} from '../../platform/database/schema.ts';
import { isRated } from '../../ratings/store/ledger.ts';

export interface VoidableMatch {
  id: string;
  batchId: string;
  identifier: string;
  sport: string;
  matchDate: Date;
  arrival: number;
  brackets: string[];
  /** How many of its games count. */
  games: number;
}

/** A match that the application submitted; undefined where it submitted no such match. */
export async function findSubmittedMatch(
  database: Database,
  applicationId: string,
  matchId: string,
): Promise<VoidableMatch | undefined> {
  return await database
    .selectFrom('match')
    .select([
      'id',
      'batch_id as batchId',
      'identifier',
      'sport',
      'match_date as matchDate',
      'arrival',
      'brackets',
      sql<number>`jsonb_array_length(
        jsonb_path_query_array(content, '$.games[*] ? (!(@.isRated == false))')
      )`.as('games'),
    ])
    .where('id', '=', matchId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

/** A match, by whichever application, and which one that is. */
export async function findAnyMatch(
  database: Database,
  matchId: string,
): Promise<(VoidableMatch & { applicationId: string }) | undefined> {
  const row = await database
    .selectFrom('match')
    .select('application_id')
    .where('id', '=', matchId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const applicationId = row.application_id;
  const match = await findSubmittedMatch(database, applicationId, matchId);
  return match && { ...match, applicationId };
}

export interface MatchPlayer {
  id: string;
  /** Whether the match moves their rating. */
  isRated: boolean;
}

/** Who played a match, as they are called today. */
export async function findMatchPlayers(
  database: Database,
  matchId: string,
): Promise<MatchPlayer[]> {
  return await database
    .selectFrom('match_participant as participant')
    .innerJoin('member', 'member.id', 'participant.member_id')
    .select([sql<string>`coalesce(member.merged_into, member.id)`.as('id'), isRated.as('isRated')])
    .where('participant.match_id', '=', matchId)
    .execute();
}

export async function findVoid(
  database: Database,
  matchId: string,
): Promise<Selectable<MatchVoidTable> | undefined> {
  return await database
    .selectFrom('match_void')
    .selectAll()
    .where('match_id', '=', matchId)
    .executeTakeFirst();
}

/** Whether another application's report confirmed the match for a player who has not disputed it. */
export async function isConfirmedElsewhere(
  database: Database,
  applicationId: string,
  matchId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('match_response as confirmed')
    .select('confirmed.match_id')
    .where('confirmed.match_id', '=', matchId)
    .where('confirmed.response', '=', 'confirmed')
    .where('confirmed.application_id', '!=', applicationId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('match_response as disputed')
            .select('disputed.match_id')
            .whereRef('disputed.match_id', '=', 'confirmed.match_id')
            .whereRef('disputed.member_id', '=', 'confirmed.member_id')
            .where('disputed.response', '=', 'disputed'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A voided match no longer counts, so that the next report of it is a new match. */
export async function insertVoid(
  transaction: DatabaseTransaction,
  row: Selectable<MatchVoidTable>,
): Promise<void> {
  await transaction.insertInto('match_void').values(row).execute();
  await transaction.deleteFrom('match_fingerprint').where('match_id', '=', row.match_id).execute();
}

export interface VoidChangeRow {
  id: string;
  member_number: number;
  first_name: string;
  last_name: string;
  bracket: string;
  previous_rating: number | null;
  rating: number | null;
}

/** What the void of a match did to the ratings of those who let the application read them. */
export async function findVoidChanges(
  database: Database,
  applicationId: string,
  matchId: string,
): Promise<VoidChangeRow[]> {
  return await database
    .selectFrom('rating_change')
    .innerJoin('member', 'member.id', 'rating_change.member_id')
    .innerJoin('connection', (join) =>
      join
        .onRef('connection.member_id', '=', 'member.id')
        .on('connection.application_id', '=', applicationId)
        .on('connection.revoked_at', 'is', null)
        .on(sql<boolean>`'user:rating:read' = any(connection.scopes)`),
    )
    .select([
      'member.id',
      'member.member_number',
      'member.first_name',
      'member.last_name',
      'rating_change.bracket',
      'rating_change.previous_rating',
      'rating_change.rating',
    ])
    .where('rating_change.match_id', '=', matchId)
    .where('rating_change.cause', '=', 'void')
    .orderBy('rating_change.change_order')
    .execute();
}
