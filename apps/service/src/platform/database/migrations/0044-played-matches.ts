import { type Kysely, sql } from 'kysely';

// A player's matches in the order they were played are read off an index, however many they are, and what a
// match did to its players' main ratings is found by the match. One statement a string.
const statements = [
  `alter table match_participant add column match_date timestamptz, add column arrival bigint`,
  `update match_participant set match_date = match.match_date, arrival = match.arrival
    from match where match.id = match_participant.match_id`,
  `alter table match_participant
    alter column match_date set not null, alter column arrival set not null`,
  `drop trigger match_participant_append_only on match_participant`,
  `create trigger match_participant_append_only
    before delete or truncate or update of match_id, team, position, is_confirmed, match_date, arrival
    on match_participant for each statement execute function refuse_change()`,
  `drop index match_participant_member`,
  `create index match_participant_played on match_participant (member_id, match_date, arrival)`,
  // New matches have the highest ids, so that each row goes to the end of it, and the players of a match share an entry.
  `create index rating_change_of_match on rating_change (match_id)
    where bracket = 'overall-open' and cause = 'match'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
