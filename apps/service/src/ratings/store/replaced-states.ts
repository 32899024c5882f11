import { sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { isCounted } from './player-states.ts';

/**
 * Deletes versions of players' states that another one has replaced, or whose match was voided. Nothing of the
 * sport may be folding.
 */
export async function deleteReplacedStates(
  transaction: DatabaseTransaction,
  sport: string,
  memberIds: readonly string[],
): Promise<void> {
  if (memberIds.length === 0) return;
  // Versions of one state follow each other on the index.
  await sql`
    delete from player_state where ctid = any(array(
      select state.row from unnest(${arrayLiteral(memberIds)}::text[]) as player (member_id)
      cross join lateral (
        select
          ctid as row, match_id,
          lead(arrival) over (order by match_date, arrival, state_order) = arrival as is_replaced
        from player_state
        where member_id = player.member_id and sport = ${sport}
      ) as state
      where state.is_replaced or not ${isCounted}
    ))
  `.execute(transaction);
}

/** How many blocks there are to go through with `deleteReplacedInBlocks`. */
export async function countStateBlocks(database: Database): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select pg_relation_size('player_state') / current_setting('block_size')::integer as blocks
  `.execute(database);
  return Number(rows[0]?.blocks);
}

/** A settlement that came to nearly all states of a sport. */
interface LargeSettlement {
  sport: string;
  number: number;
  /** Up to which arrival it came to all of them; null where it is not known. */
  replacedUpTo: number | null;
}

/**
 * The same for whichever players' states are stored in these blocks: a fraction of the work, since a player's states
 * are spread over all of them.
 */
export async function deleteReplacedInBlocks(
  transaction: DatabaseTransaction,
  { sport, number, replacedUpTo }: LargeSettlement,
  { from, to }: { from: number; to: number },
): Promise<void> {
  // `offset 0`: each is looked up, whatever PostgreSQL knows of a table that has just doubled.
  await sql`
    delete from player_state as state
    where state.ctid >= ${`(${from},0)`}::tid and state.ctid < ${`(${to},0)`}::tid
      and state.sport = ${sport}
      and (
        state.settlement is distinct from ${number} and (
          state.arrival <= ${replacedUpTo}::bigint
          or exists (
            select from player_state as later
            where later.member_id = state.member_id and later.sport = state.sport
              and later.match_date = state.match_date and later.arrival = state.arrival
              and later.state_order > state.state_order
            offset 0
          )
        )
        or state.match_id in (select match_id from uncounted_match)
      )
  `.execute(transaction);
}
