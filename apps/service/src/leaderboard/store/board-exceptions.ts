import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Board } from './board.ts';

/**
 * What the boards of a ladder have otherwise for an application than for everybody, as the text of an array of
 * `standing_delta`: 1 for a player whom nobody else finds and who connected to it, -1 for one who connected without
 * their ratings.
 */
export async function findBoardExceptions(
  database: Database,
  applicationId: string,
  { sport, bracket }: Board,
): Promise<string> {
  const [found] = await select.run(database, [applicationId, sport, bracket]);
  return found?.exceptions ?? '{}';
}

// Of the two kinds there is an index each, empty for most applications. Each of their members is looked up by itself
// (`offset 0`), or PostgreSQL may rather go through all members and ratings.
const select = prepareStatement<{ exceptions: string | null }>(
  'board_exceptions',
  `select array_agg(row(
    member.member_number,
    ladder.id,
    8000 - round(rating.rating * 1000)::integer,
    rating.games,
    member.is_vairified,
    member.gender,
    coalesce(member.country, ''),
    coalesce(left(fold_state(member.state), 100), ''),
    coalesce(left(member.city_folded, 300), ''),
    connected.players
  )::standing_delta)::text as exceptions
  from (
    select member_id, 1 as players from connection
    where application_id = $1 and is_member_hidden and revoked_at is null
      and 'user:rating:read' = any(scopes)
    union all
    select member_id, -1 from connection
    where application_id = $1 and not is_member_hidden and revoked_at is null
      and not ('user:rating:read' = any(scopes))
  ) as connected
  cross join lateral (
    select * from rating
    where rating.member_id = connected.member_id and rating.sport = $2 and rating.bracket = $3
    offset 0
  ) as rating
  cross join lateral (
    select * from member where member.id = connected.member_id offset 0
  ) as member
  cross join (select id from ladder where sport = $2 and bracket = $3) as ladder
  where member.merged_into is null and not member.is_ghost`,
);
