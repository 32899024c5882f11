import { type Kysely, sql } from 'kysely';

// A match counts once, no matter who reports it. What was reported twice before this rule stays two matches,
// of which the first is recognised. A match that was voided counts no more and is not recognised.
// One statement a string.
const statements = [
  `delete from match_fingerprint using match_void where match_void.match_id = match_fingerprint.match_id`,
  `delete from match_fingerprint using (
      select match_id, row_number() over (partition by fingerprint order by arrival) as place
      from match_fingerprint join match on match.id = match_id
    ) as report
    where report.match_id = match_fingerprint.match_id and report.place > 1`,
  `drop index match_fingerprint_lookup`,
  `create unique index match_fingerprint_unique on match_fingerprint (fingerprint)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
