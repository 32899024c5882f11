import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';

export interface NewRatingUpdate {
  applicationId: string;
  memberId: string;
  /** The data of the event, as the text of a `RatingUpdate`. */
  data: string;
}

/** Keeps updates for who asks for them, in the order given. */
export async function appendRatingUpdates(
  transaction: DatabaseTransaction,
  changedAt: Date,
  updates: readonly NewRatingUpdate[],
): Promise<void> {
  if (updates.length === 0) return;
  await sql`
    insert into rating_update (application_id, member_id, data, changed_at)
    select item.*, ${changedAt}::timestamptz from unnest(
      ${updates.map((update) => update.applicationId)}::text[],
      ${updates.map((update) => update.memberId)}::text[],
      ${updates.map((update) => update.data)}::text[]
    ) as item
  `.execute(transaction);
}
