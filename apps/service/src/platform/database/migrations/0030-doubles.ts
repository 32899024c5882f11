import { type Kysely, sql } from 'kysely';

// A match between teams of two counts for `doubles` too, in every division in which it counts for
// `overall`; the new keys stand behind those, as in `ratings/domain/brackets.ts`. Its ratings follow with the
// next `ratings rebuild`. The ledger is append-only, so its trigger is lifted meanwhile; readers go on.
// One statement a string.
const statements = [
  `alter table match disable trigger match_append_only`,
  `update match
    set brackets = (
      select array_agg(counted.key order by counted.rank, stored.position)
      from unnest(match.brackets) with ordinality as stored (key, position)
      cross join lateral (
        select stored.key, case when stored.key like 'overall-%' then 1 else 3 end as rank
        union all
        select 'doubles-' || substr(stored.key, length('overall-') + 1), 2
        where stored.key like 'overall-%'
      ) as counted
    )
    where match.id in (
      select team.match_id
      from (
        select match_id, count(*) as players from match_participant group by match_id, team
      ) as team
      group by team.match_id
      having bool_and(team.players = 2)
    )`,
  `alter table match enable trigger match_append_only`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
