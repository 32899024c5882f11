import { type Selectable, sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  MatchVoidTable,
} from '../../platform/database/schema.ts';
import { bracketsOf } from '../../ratings/store/bracket-letters.ts';
import { ratingHistory } from '../../ratings/store/rating-history.ts';

export interface VoidableMatch {
  id: string;
  batchId: string;
  identifier: string;
  sport: string;
  matchDate: Date;
  arrival: number;
  brackets: readonly string[];
  /** How many of its games count. */
  games: number;
}

/** Returns a match that the application submitted, or undefined. */
export async function findSubmittedMatch(
  database: Database,
  applicationId: string,
  matchId: string,
): Promise<VoidableMatch | undefined> {
  const row = await database
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
  return row && { ...row, brackets: bracketsOf(row.brackets) };
}

/** Returns a match of any application, and the application. */
export async function findAnyMatch(
  database: Database,
  matchId: string,
): Promise<{ applicationId: string } | undefined> {
  return await database
    .selectFrom('match')
    .select('application_id as applicationId')
    .where('id', '=', matchId)
    .executeTakeFirst();
}

export interface MatchPlayer {
  id: string;
}

/** Returns the players of a match by their present ids. */
export async function findMatchPlayers(
  database: Database,
  matchId: string,
): Promise<MatchPlayer[]> {
  return await database
    .selectFrom('match')
    .innerJoin('match_participant as participant', 'participant.arrival', 'match.arrival')
    .innerJoin('member', 'member.member_number', 'participant.member_number')
    .select(sql<string>`coalesce(member.merged_into, member.id)`.as('id'))
    .where('match.id', '=', matchId)
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

/** Voids a match. It no longer counts, so the next report of it is a new match. */
export async function insertVoid(
  transaction: DatabaseTransaction,
  row: Selectable<MatchVoidTable>,
): Promise<void> {
  await transaction.insertInto('match_void').values(row).execute();
  await transaction
    .deleteFrom('match_fingerprint')
    .where('arrival', '=', (query) =>
      query.selectFrom('match').select('arrival').where('id', '=', row.match_id),
    )
    .execute();
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

/** Returns how a void changed the ratings of players who let the application read them. */
export async function findVoidChanges(
  database: Database,
  applicationId: string,
  matchId: string,
): Promise<VoidChangeRow[]> {
  return await database
    .selectFrom(ratingHistory)
    .innerJoin('member', 'member.id', 'rating_history.member_id')
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
      'rating_history.bracket',
      'rating_history.previous_rating',
      'rating_history.rating',
    ])
    .where('rating_history.match_id', '=', matchId)
    .where('rating_history.cause', '=', 'void')
    .orderBy('rating_history.change_order')
    .execute();
}
