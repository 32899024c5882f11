import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { readExplanation } from './explanations.ts';

export interface HistoryFilter {
  memberId: string;
  sports: readonly string[] | null;
  bracket: string | null;
  /** Only changes made before the one of this order number. */
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
  'explanation',
] as const;

/** A member's rating changes, the latest first. */
export async function findHistory(
  database: Database,
  { memberId, sports, bracket, before, limit }: HistoryFilter,
) {
  const rows = await database
    .selectFrom('rating_change')
    .select(columns)
    .where('member_id', '=', memberId)
    .$if(sports !== null, (query) => query.where('sport', '=', sql<string>`any(${sports}::text[])`))
    .$if(bracket !== null, (query) => query.where('bracket', '=', bracket))
    .$if(before !== null, (query) => query.where('change_order', '<', before))
    .orderBy('change_order', 'desc')
    .limit(limit)
    .execute();
  return rows.map(withExplanation);
}

/** The lines of a member's history that these matches wrote for their primary rating. */
export async function findMatchChanges(
  database: Database,
  memberId: string,
  matchIds: readonly string[],
): Promise<HistoryRow[]> {
  if (matchIds.length === 0) return [];
  const rows = await database
    .selectFrom('rating_change')
    .select(columns)
    .where('match_id', 'in', matchIds)
    .where('bracket', '=', 'overall-open')
    .where('cause', '=', 'match')
    .where('member_id', '=', memberId)
    .execute();
  return rows.map(withExplanation);
}

function withExplanation<Row extends { explanation: number[] | null }>({
  explanation,
  ...row
}: Row) {
  return { ...row, explanation: explanation === null ? null : readExplanation(explanation) };
}

export type HistoryRow = Awaited<ReturnType<typeof findHistory>>[number];
