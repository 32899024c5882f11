import { sql } from 'kysely';
import { tableOf } from '../../platform/database/rows.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

interface HistoryFilter {
  memberId: string;
  sports: readonly string[] | null;
  bracket: string | null;
  /** Only changes before the one with this order number. */
  before: number | null;
  limit: number;
}

const columns = [
  'change_order',
  'sport',
  'bracket',
  'previous_rating',
  'rating',
  'reliability',
  'cause',
  'match_id',
  'match_date',
  'changed_at',
] as const;

/** Finds a member's rating changes, the latest first. */
export async function findHistory(
  database: Database,
  { memberId, sports, bracket, before, limit }: HistoryFilter,
) {
  return await database
    .selectFrom('rating_change')
    .select(columns)
    .where('member_id', '=', memberId)
    .$if(sports !== null, (query) => query.where('sport', '=', sql<string>`any(${sports}::text[])`))
    .$if(bracket !== null, (query) => query.where('bracket', '=', bracket))
    .$if(before !== null, (query) => query.where('change_order', '<', before))
    .orderBy('change_order', 'desc')
    .limit(limit)
    .execute();
}

export type HistoryRow = Awaited<ReturnType<typeof findHistory>>[number];

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
