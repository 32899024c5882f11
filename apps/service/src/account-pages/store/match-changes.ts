import type { Database } from '../../platform/database/schema.ts';
import { readExplanation } from '../../ratings/store/explanations.ts';
import type { HistoryRow } from '../../ratings/store/rating-history.ts';

/** The lines of a member's history that these matches wrote for their primary rating. */
export async function findMatchChanges(
  database: Database,
  memberId: string,
  matchIds: readonly string[],
): Promise<HistoryRow[]> {
  if (matchIds.length === 0) return [];
  const rows = await database
    .selectFrom('rating_change')
    .select([
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
      'explanation',
    ])
    .where('match_id', 'in', matchIds)
    .where('bracket', '=', 'overall-open')
    .where('cause', '=', 'match')
    .where('member_id', '=', memberId)
    .execute();
  return rows.map(({ explanation, ...row }) => ({
    ...row,
    explanation: explanation === null ? null : readExplanation(explanation),
  }));
}
