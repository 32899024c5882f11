import { type Kysely, sql } from 'kysely';

// Two reports are one match when all is equal that rates, so `winScore` and `winBy` of each game are in
// the fingerprint (ratings/domain/fingerprint.ts). Of matches that are equal the first is recognised, of
// those that were voided none. One statement a string.
const statements = [
  `delete from match_fingerprint`,
  `insert into match_fingerprint (match_id, fingerprint)
    select distinct on (report.fingerprint) report.match_id, report.fingerprint
    from (
      select match.id as match_id, match.arrival, sha256(convert_to(
        match.sport || ' ' || to_char(match.match_date at time zone 'UTC', 'YYYY-MM-DD') || ' '
          || game.rules || ' ' || team.sides, 'UTF8')) as fingerprint
      from match
      cross join lateral (
        select string_agg((game.value ->> 'winScore') || '/' || (game.value ->> 'winBy'), ','
          order by game.ordinality) as rules
        from jsonb_array_elements(match.content -> 'games') with ordinality as game
      ) as game
      cross join lateral (
        select string_agg(one.players || ':' || one.scores, ';'
          order by (one.players || ':' || one.scores) collate "C") as sides
        from (
          select
            string_agg(coalesce(member.merged_into, member.id), ','
              order by coalesce(member.merged_into, member.id) collate "C") as players,
            (
              select string_agg(game.value -> 'scores' ->> participant.team, ','
                order by game.ordinality)
              from jsonb_array_elements(match.content -> 'games') with ordinality as game
            ) as scores
          from match_participant as participant
          join member on member.id = participant.member_id
          where participant.match_id = match.id
          group by participant.team
        ) as one
      ) as team
      where not exists (select from match_void where match_void.match_id = match.id)
    ) as report
    where report.fingerprint is not null
    order by report.fingerprint, report.arrival`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
