import type { Scope } from './board.ts';
import { onBoard } from './board-conditions.ts';
import { netDeltas } from './net-deltas.ts';

export interface NextStandings {
  /** SQL for which standings come next, by `distance` and `member_number`. */
  isNext: string;
  order: string;
  /** SQL for how many to take of each segment of players, whose standings lie in order in an index. */
  limit: string;
}

const segment = { gender: 'asked_gender', verified: 'asked_verified' };

/**
 * SQL for the next standings of a board, `limit` at least where there are as many: those of the index
 * that still hold, and the few that hold instead of others. No row is read for nothing, however deep
 * the page and however rare the segment.
 */
export function nextStandings(scope: Scope, { isNext, order, limit }: NextStandings): string {
  return `
    with delta as materialized (${netDeltas})
    select held.member_number, held.distance
    from unnest($3::text[]) as asked_gender
    cross join unnest($4::boolean[]) as asked_verified
    cross join lateral (
      select member_number, distance from standing
      where ${onBoard(scope, 'standing', { segment })}
        and ${isNext}
        and member_number not in (select member_number from delta where players < 0)
      ${order}
      limit ${limit}
    ) as held
    union all
    select member_number, distance from delta
    where players > 0 and ${onBoard(scope, 'delta')} and ${isNext}`;
}
