import { sql } from 'kysely';
import {
  doublePrecision,
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
import { isCounted } from './player-states.ts';

/** One rating of one player after one match, the and the match that caused it. */
export interface NewRatingStep {
  memberId: string;
  sport: string;
  bracket: string;
  matchId: string;
  matchDate: Date;
  previousRating: number | null;
  rating: number;
  reliability: number;
  games: number;
}

/** What a settlement did to one rating; one that was taken away has no values after it. */
export interface NewRatingCorrection {
  memberId: string;
  sport: string;
  bracket: string;
  previousRating: number | null;
  rating: number | null;
  reliability: number | null;
  games: number;
}

/** The single match a settlement is about; null where there is none. */
export type CorrectedMatch = { id: string; batchId: string; matchDate: Date } | null;

interface ChangeRow extends NewRatingCorrection {
  matchId: string | null;
  matchDate: Date | null;
  batchId: string | null;
  cause: RatingChangeCause;
  changedAt: Date;
}

/** Appends the steps of a batch to the history, numbered in the order given. */
export async function appendRatingSteps(
  transaction: DatabaseTransaction,
  { batchId, changedAt }: { batchId: string; changedAt: Date },
  steps: readonly NewRatingStep[],
): Promise<void> {
  const shared = { cause: 'match', changedAt, batchId } as const;
  await appendChanges(transaction, steps, (step) => ({ ...step, ...shared }));
}

/** Appends to the history what a settlement did to ratings as they stand. */
export async function appendCorrections(
  transaction: DatabaseTransaction,
  { cause, changedAt, match }: { cause: RatingChangeCause; changedAt: Date; match: CorrectedMatch },
  changes: readonly NewRatingCorrection[],
): Promise<void> {
  const shared = {
    cause,
    changedAt,
    batchId: match?.batchId ?? null,
    matchId: match?.id ?? null,
    matchDate: match?.matchDate ?? null,
  };
  await appendChanges(transaction, changes, (change) => ({ ...change, ...shared }));
}

/** The columns that are written, and what of a row each is. */
const ratingChanges: CopyTable<ChangeRow> = {
  name: 'rating_change',
  columns: [
    column('member_id', text, (row) => row.memberId),
    column('sport', text, (row) => row.sport),
    column('bracket', text, (row) => row.bracket),
    column('match_id', text, (row) => row.matchId),
    column('match_date', timestamptz, (row) => row.matchDate?.getTime() ?? null),
    column('previous_rating', doublePrecision, (row) => row.previousRating),
    column('rating', doublePrecision, (row) => row.rating),
    column('reliability', doublePrecision, (row) => row.reliability),
    column('games', integer, (row) => row.games),
    column('batch_id', text, (row) => row.batchId),
    column('cause', text, (row) => row.cause),
    column('changed_at', timestamptz, (row) => row.changedAt.getTime()),
  ],
};

// Few batches have more. One of the largest matches that are allowed, in eighteen brackets each, has
// over a million, which the embedded database would have in memory all at once.
const CHANGES_A_STATEMENT = 20_000;

async function appendChanges<Change>(
  transaction: DatabaseTransaction,
  changes: readonly Change[],
  rowOf: (change: Change) => ChangeRow,
): Promise<void> {
  for (let start = 0; start < changes.length; start += CHANGES_A_STATEMENT) {
    const rows = changes.slice(start, start + CHANGES_A_STATEMENT).map(rowOf);
    await copyRows(transaction, ratingChanges, rows);
  }
}

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
