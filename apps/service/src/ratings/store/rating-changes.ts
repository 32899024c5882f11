import { sql } from 'kysely';
import {
  bigint,
  doublePrecisions,
  integer,
  text,
  timestamptz,
} from '../../platform/database/copy/column-types.ts';
import { type CopyTable, column, copyRows } from '../../platform/database/copy/copy-rows.ts';
import { arrayLiteral } from '../../platform/database/prepared-statement.ts';
import type {
  Database,
  DatabaseTransaction,
  RatingChangeCause,
} from '../../platform/database/schema.ts';
import { lettersOf } from './bracket-letters.ts';
import { isCounted } from './player-states.ts';

/** How a rating of a player changed. A removed rating has no values afterwards. */
export interface NewRatingChange {
  memberId: string;
  sport: string;
  bracket: string;
  previousRating: number | null;
  rating: number | null;
  reliability: number | null;
  games: number;
}

/** A rating of a player after a match. */
export interface NewRatingStep extends NewRatingChange {
  matchId: string;
}

interface RatedBatch {
  changedAt: Date;
  /** The members' numbers by id. */
  memberNumbers: ReadonlyMap<string, number>;
  /** The arrival of each match. */
  arrivals: ReadonlyMap<string, number>;
}

/** Appends the steps of a batch to the history. Those of each player are numbered in the order given. */
export async function appendRatingSteps(
  transaction: DatabaseTransaction,
  { changedAt, memberNumbers, arrivals }: RatedBatch,
  steps: readonly NewRatingStep[],
): Promise<void> {
  const grouped = Map.groupBy(steps, ({ memberId, matchId }) => `${memberId} ${matchId}`);
  await appendChanges(transaction, memberNumbers, grouped.values(), ({ matchId }) => ({
    ...{ arrival: arrivals.get(matchId) ?? null, changedAt, cause: 'match' },
  }));
}

interface Cause {
  cause: RatingChangeCause;
  changedAt: Date;
  /** The match, by its arrival; null if there is not exactly one. */
  arrival: number | null;
}

/** Appends to the history how a settlement of a sport changed ratings. */
export async function appendCorrections(
  transaction: DatabaseTransaction,
  { memberNumbers, ...cause }: Cause & Pick<RatedBatch, 'memberNumbers'>,
  changes: readonly NewRatingChange[],
): Promise<void> {
  const grouped = Map.groupBy(changes, ({ memberId }) => memberId);
  await appendChanges(transaction, memberNumbers, grouped.values(), () => cause);
}

interface ChangeRow extends Cause, Pick<NewRatingChange, 'memberId' | 'sport'> {
  entries: readonly NewRatingChange[];
}

const ratingChanges = (memberNumbers: ReadonlyMap<string, number>): CopyTable<ChangeRow> => ({
  name: 'rating_change',
  columns: [
    column('arrival', bigint, (row) => row.arrival),
    column('changed_at', timestamptz, (row) => row.changedAt.getTime()),
    column('member_number', integer, (row) => memberNumbers.get(row.memberId) ?? null),
    column('sport', text, (row) => row.sport),
    column('cause', text, (row) => row.cause),
    column('brackets', text, (row) => lettersOf(row.entries.map(({ bracket }) => bracket))),
    column('numbers', doublePrecisions, (row) => row.entries.flatMap(numbersOf)),
  ],
});

function numbersOf({ previousRating, rating, reliability, games }: NewRatingChange): number[] {
  return [previousRating ?? Number.NaN, rating ?? Number.NaN, reliability ?? Number.NaN, games];
}

// Few batches have more. The largest allowed batch has hundreds of thousands, and the embedded database would hold them all in
// memory.
const ROWS_A_STATEMENT = 10_000;

async function appendChanges<Change extends NewRatingChange>(
  transaction: DatabaseTransaction,
  memberNumbers: RatedBatch['memberNumbers'],
  grouped: Iterable<Change[]>,
  originOf: (change: Change) => Cause,
): Promise<void> {
  const rows: ChangeRow[] = [];
  for (const entries of grouped) {
    const [first] = entries;
    if (first === undefined) continue;
    const { memberId, sport } = first;
    rows.push({ memberId, sport, entries, ...originOf(first) });
  }
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    await copyRows(
      transaction,
      ratingChanges(memberNumbers),
      rows.slice(start, start + ROWS_A_STATEMENT),
    );
  }
}

/**
 * Deletes the versions of players' states that were replaced, or whose match does not count. No settlement of the sport may
 * be folding.
 */
export async function deleteReplacedStates(
  transaction: DatabaseTransaction,
  sport: string,
  memberIds: readonly string[],
): Promise<void> {
  if (memberIds.length === 0) return;
  // On the index, the versions of a state are next to each other. A row is found by its place and its part, because each part has
  // a row in that place.
  await sql`
    with replaced as materialized (
      select state.part, state.row from unnest(${arrayLiteral(memberIds)}::text[]) as player (member_id)
      cross join lateral (
        select
          tableoid as part, ctid as row, arrival,
          lead(arrival) over (order by match_date, arrival, state_order) = arrival as is_replaced
        from player_state
        where sport = ${sport} and member_number = (
          select member_number from member where id = player.member_id offset 0
        )
      ) as state
      where state.is_replaced or not ${isCounted}
    )
    delete from player_state
    where sport = ${sport} and ctid = any(array(select replaced.row from replaced))
      and (tableoid, ctid) in (select replaced.part, replaced.row from replaced)
  `.execute(transaction);
}

/** Returns the number of blocks of the largest part, for `deleteReplacedInBlocks`. */
export async function countStateBlocks(database: Database): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select max(pg_relation_size(relid)) / current_setting('block_size')::integer as blocks
    from pg_partition_tree('player_state')
  `.execute(database);
  return Number(rows[0]?.blocks);
}

/** A settlement that computed nearly all states of a sport. */
interface LargeSettlement {
  sport: string;
  number: number;
  /** The arrival up to which it computed all of them; null if unknown. */
  replacedUpTo: number | null;
}

/**
 * Deletes replaced versions by blocks of all parts of the sport instead of by players. For a whole sport, this is a fraction of the work,
 * because the states of each player are spread over all blocks.
 */
export async function deleteReplacedInBlocks(
  transaction: DatabaseTransaction,
  { sport, number, replacedUpTo }: LargeSettlement,
  { from, to }: { from: number; to: number },
): Promise<void> {
  // `offset 0` makes PostgreSQL look up each state, because its statistics of a table that just doubled are wrong.
  await sql`
    delete from player_state as state
    where state.ctid >= ${`(${from},0)`}::tid and state.ctid < ${`(${to},0)`}::tid
      and state.sport = ${sport}
      and (
        state.settlement is distinct from ${number} and (
          state.arrival <= ${replacedUpTo}::bigint
          or exists (
            select from player_state as later
            where later.member_number = state.member_number and later.sport = state.sport
              and later.match_date = state.match_date and later.arrival = state.arrival
              and later.state_order > state.state_order
            offset 0
          )
        )
        or state.arrival in (select arrival from uncounted_match)
      )
  `.execute(transaction);
}
