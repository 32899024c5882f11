import { type Kysely, sql } from 'kysely';
import { replaceIn } from './replace-in.ts';

// A match of which no game counts, such as a walkover, has no brackets. Nobody played by it, and with nothing
// to count twice it is recognised by its identifier alone. One statement a string.

const isPlayed = "match.brackets <> '{}'";

const statements = [
  replaceIn(
    ['note_played_matches'],
    'where came.is_confirmed',
    `where came.is_confirmed and ${isPlayed}`,
  ),
  replaceIn(
    ['note_activity'],
    'where member.member_number = member_activity.member_number',
    `where member.member_number = member_activity.member_number and ${isPlayed}`,
  ),
  replaceIn(
    ['rebuild_member_search'],
    'and not exists (select from match_void',
    `and ${isPlayed}
            and not exists (select from match_void`,
  ),
  `select note_activity(array(
    select member.member_number
    from match
    join match_participant on match_participant.match_id = match.id
    join member as alias on alias.id = match_participant.member_id
    join member on member.id = coalesce(alias.merged_into, alias.id)
    where match.brackets = '{}'
  ))`,
  `delete from match_fingerprint using match
    where match.id = match_fingerprint.match_id and match.brackets = '{}'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
