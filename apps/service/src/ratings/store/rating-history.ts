import { type RawBuilder, sql } from 'kysely';
import { tableOf } from '../../platform/database/rows.ts';
import type {
  Database,
  DatabaseTransaction,
  RatingChangeCause,
} from '../../platform/database/schema.ts';
import { keyOf, letterOf } from './bracket-letters.ts';

interface HistoryFilter {
  memberId: string;
  sports: readonly string[] | null;
  bracket: string | null;
  /** Only changes before the one with this order number. */
  before: number | null;
  limit: number;
}

/** An entry of the history: how a rating in a bracket changed. */
export interface HistoryRow {
  member_id: string;
  change_order: number;
  sport: string;
  bracket: string;
  /** Null before the first match. */
  previous_rating: number | null;
  /** Null if there is no rating any more. */
  rating: number | null;
  reliability: number | null;
  games: number;
  cause: RatingChangeCause;
  match_id: string | null;
  match_date: Date | null;
  changed_at: Date;
}

/** The entries of these rows of `rating_change`. */
function entriesOf(rows: RawBuilder<unknown>) {
  const number = (index: number) =>
    sql`nullif(numbers[4 * (entry.number - 1) + ${sql.lit(index)}], 'NaN')`;
  return sql<HistoryRow>`(
    select
      member.id as member_id, change_order + entry.number - 1 as change_order, change.sport,
      ${keyOf('entry.letter')} as bracket,
      ${number(1)} as previous_rating, ${number(2)} as rating, ${number(3)} as reliability,
      ${number(4)}::integer as games, cause, match.id as match_id, match.match_date, changed_at
    from ${rows} as change
    join member on member.member_number = change.member_number
    left join match on match.sport = change.sport and match.arrival = change.arrival
    cross join lateral
      unnest(string_to_array(change.brackets, null)) with ordinality as entry (letter, number)
  )`.as('rating_history');
}

/** The whole history as a table of a query, with a row for each entry. */
export const ratingHistory = entriesOf(sql`rating_change`);

/** Finds a member's rating changes, the latest first. */
export async function findHistory(
  database: Database,
  { memberId, sports, bracket, before, limit }: HistoryFilter,
): Promise<HistoryRow[]> {
  // Each row has at least one entry to show. So as many rows as entries are enough, plus the row in which the previous page
  // ended.
  const rows = database
    .selectFrom('rating_change')
    .selectAll()
    .where('member_number', '=', (query) =>
      query.selectFrom('member').select('member_number').where('id', '=', memberId),
    )
    // Separate values, by which PostgreSQL finds the parts of these sports even in a plan for any values.
    .$if(sports !== null, (query) => query.where('sport', 'in', sports ?? []))
    .$if(bracket !== null, (query) =>
      query.where(sql<number>`strpos(brackets, ${letterOf(bracket ?? '')})`, '>', 0),
    )
    .$if(before !== null, (query) => query.where('change_order', '<', before))
    .orderBy('change_order', 'desc')
    .limit(limit + 1);
  return await database
    .selectFrom(entriesOf(sql`(${rows})`))
    .selectAll()
    .$if(bracket !== null, (query) => query.where('bracket', '=', bracket))
    .$if(before !== null, (query) => query.where('change_order', '<', before))
    .orderBy('change_order', 'desc')
    .limit(limit)
    .execute();
}

export interface NewRatingUpdate {
  applicationId: string;
  memberId: string;
  /** The data of the event, as JSON text of a `RatingUpdate`. */
  data: string;
}

/** Stores updates for `members.listRatingUpdates`, in the order given. */
export async function appendRatingUpdates(
  transaction: DatabaseTransaction,
  changedAt: Date,
  updates: readonly NewRatingUpdate[],
): Promise<void> {
  if (updates.length === 0) return;
  await sql`
    insert into rating_update (application_id, member_id, data, changed_at)
    select item.*, ${changedAt}::timestamptz
    from ${tableOf('item', updates, { applicationId: 'text', memberId: 'text', data: 'text' })}
  `.execute(transaction);
}
