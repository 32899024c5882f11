import { type Selectable, sql } from 'kysely';
import { tableOf } from '../../platform/database/rows.ts';
import type { Database, DatabaseTransaction, MatchTable } from '../../platform/database/schema.ts';
import { lettersOf } from '../../ratings/store/bracket-letters.ts';
import type { ReportedDays } from './reports.ts';

/** The content that identifies a match. A stored one has no nulls. */
export interface StoredContent {
  sport: string;
  /** As sent. */
  matchDate?: string | null;
  /** If it was sent. */
  timeZone?: string | null;
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  /** If it was not played to the end. */
  outcome?: string;
  /** The team that won, if the games do not show it. */
  winner?: number | null;
  games: readonly {
    identifier?: string | null;
    scores: readonly number[];
    winScore: number;
    winBy: number;
  }[];
  bracket?: string | null;
  event?: string | null;
  location?: string | null;
  matchSource?: string | null;
  matchType?: string | null;
}

export interface StoredMatchRow
  extends Pick<Selectable<MatchTable>, 'id' | 'identifier' | 'content_hash' | 'created_at'> {
  /** The match with its players' present ids. */
  content: StoredContent;
  /** The players as sent, team by team. */
  sent_teams: StoredContent['teams'];
  /** The match that it may be a duplicate of, if it is held. */
  held_for: string | null;
}

export interface NewBatch {
  id: string;
  applicationId: string;
  identifier: string | null;
  createdAt: Date;
}

/** A batch with the member numbers of its players by id. */
export interface NumberedBatch extends NewBatch {
  memberNumbers: ReadonlyMap<string, number>;
}

export interface NewMatch {
  id: string;
  identifier: string;
  contentHash: Uint8Array;
  /** In hexadecimal. Null if no game counts, so that nothing can count twice. */
  fingerprint: string | null;
  days: ReportedDays;
  sport: string;
  matchDate: Date;
  brackets: readonly string[];
  content: { event: string | null; bracket: string | null };
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  /** Players that the result does not move. */
  unrated: ReadonlySet<string>;
}

export async function findStoredMatches(
  database: Database,
  applicationId: string,
  identifiers: readonly string[],
): Promise<StoredMatchRow[]> {
  return await database
    .selectFrom('match')
    .select(['id', 'identifier', 'content_hash', 'created_at', presentContent.as('content')])
    .select(sql<StoredContent['teams']>`match.content -> 'teams'`.as('sent_teams'))
    .select(heldFor.as('held_for'))
    .where('application_id', '=', applicationId)
    .where('identifier', '=', sql<string>`any(${identifiers}::text[])`)
    .execute();
}

/** Selects for a row `match` the match that it may be a duplicate of, if it is held. */
export const heldFor = sql<string | null>`(
  select other_match_id from uncounted_match
  where uncounted_match.match_id = match.id and reason = 'held'
)`;

const presentContent = sql<StoredContent>`(
  select match.content || jsonb_build_object(
    'sport', match.sport,
    'teams', jsonb_agg(team.members order by team.number)
  )
  from (
    select
      participant.team as number,
      jsonb_agg(coalesce(member.merged_into, member.id) order by participant.position) as members
    from match_participant as participant
    join member on member.member_number = participant.member_number
    where participant.arrival = match.arrival
    group by participant.team
  ) as team
)`;

/**
 * Appends a batch to the ledger. Arrival numbers follow the order of the matches, which is also the
 * order of rating.
 * @returns the arrival numbers by match id. A match is missing if another batch has just used its
 *   identifier.
 */
export async function appendBatch(
  transaction: DatabaseTransaction,
  batch: NumberedBatch,
  matches: readonly NewMatch[],
): Promise<Map<string, number>> {
  // Inserted in the order of identifiers: two batches with the same identifiers wait for each other on the unique index,
  // and would deadlock in different orders.
  const { rows: stored } = await sql<{ id: string; arrival: number }>`
    with batch as (
      insert into match_batch (id, application_id, identifier, created_at)
      values (
        ${batch.id}, ${batch.applicationId}, ${batch.identifier}, ${batch.createdAt}::timestamptz
      )
    ),
    arriving as materialized (
      select item.*, nextval(pg_get_serial_sequence('match', 'arrival')) as arrival
      from ${arrivingMatches(matches)}
    ),
    stored as (
      insert into match (
        id, arrival, batch_id, application_id, identifier, content_hash, sport, match_date,
        brackets, content, created_at
      )
      overriding system value
      select
        id, arrival, ${batch.id}, ${batch.applicationId}, identifier, decode(content_hash, 'hex'),
        sport, match_date, brackets, jsonb_strip_nulls(content), ${batch.createdAt}::timestamptz
      from arriving
      order by identifier
      on conflict (application_id, identifier) do nothing
      returning id, arrival
    ),
    recognised as (
      insert into match_fingerprint (arrival, moment, first_day, last_day, fingerprint)
      select arrival, moment, first_day, last_day, decode(fingerprint, 'hex')
      from arriving join stored using (id, arrival)
      where fingerprint is not null
    ),
    playing as (
      select participant.* from ${arrivingParticipants(matches, batch)}
    ),
    participants as (
      insert into match_participant (
        match_date, arrival, member_number, team, position, is_confirmed
      )
      select
        arriving.match_date, arriving.arrival, playing.member_number, playing.team,
        playing.position, playing.is_confirmed
      from playing
      join stored on stored.id = playing.match_id
      join arriving using (id)
    ),
    unconfirmed as (
      insert into unconfirmed_participation (
        participant_number, member_id, sport, match_date, arrival
      )
      select
        playing.member_number, playing.member_id, arriving.sport, arriving.match_date,
        arriving.arrival
      from playing
      join stored on stored.id = playing.match_id
      join arriving using (id)
      where not is_confirmed
    )
    select stored.id, stored.arrival
    from stored
  `.execute(transaction);
  return new Map(stored.map(({ id, arrival }) => [id, arrival]));
}

function arrivingMatches(matches: readonly NewMatch[]) {
  const rows = matches.map((match) => ({
    id: match.id,
    identifier: match.identifier,
    content_hash: Buffer.from(match.contentHash).toString('hex'),
    fingerprint: match.fingerprint,
    moment: match.days.moment,
    first_day: match.days.firstDay,
    last_day: match.days.lastDay,
    sport: match.sport,
    match_date: match.matchDate,
    brackets: lettersOf(match.brackets),
    content: match.content,
  }));
  return tableOf('item', rows, {
    id: 'text',
    identifier: 'text',
    content_hash: 'text',
    fingerprint: 'text',
    sport: 'text',
    match_date: 'timestamptz',
    brackets: 'text',
    content: 'jsonb',
    moment: 'timestamptz',
    first_day: 'date',
    last_day: 'date',
  });
}

function arrivingParticipants(matches: readonly NewMatch[], { memberNumbers }: NumberedBatch) {
  const rows = matches.flatMap(({ id: match_id, teams, unrated }) =>
    teams.flatMap((members, team) =>
      members.map((member_id, position) => ({
        match_id,
        member_id,
        member_number: memberNumbers.get(member_id) ?? null,
        team,
        position,
        is_confirmed: !unrated.has(member_id),
      })),
    ),
  );
  return tableOf('participant', rows, {
    match_id: 'text',
    member_id: 'text',
    member_number: 'integer',
    team: 'smallint',
    position: 'smallint',
    is_confirmed: 'boolean',
  });
}
