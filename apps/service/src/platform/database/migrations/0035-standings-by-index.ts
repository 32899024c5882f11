import { type Kysely, sql } from 'kysely';
import { replaceIn } from './replace-in.ts';

// A database that is filled for the first time has no statistics yet. Each player is looked up (`offset 0`), or
// PostgreSQL may rather go through all players for each rating that is stored.
const statement = replaceIn(
  ['note_new_ratings', 'note_changed_ratings', 'note_gone_ratings'],
  `join member as member on member.id = rating.member_id
  join ladder on ladder.sport = rating.sport and ladder.bracket = rating.bracket`,
  `cross join lateral (
    select * from member where member.id = rating.member_id offset 0
  ) as member
  cross join lateral (
    select * from ladder
    where ladder.sport = rating.sport and ladder.bracket = rating.bracket
    offset 0
  ) as ladder`,
);

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(database);
}
