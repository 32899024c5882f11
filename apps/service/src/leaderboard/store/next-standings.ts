import type { Scope } from './board.ts';
import { onBoard } from './board-conditions.ts';
import { moved } from './moved.ts';

export interface NextStandings {
  /** SQL for which standings come next, by `depth` and `member_number`. */
  isNext: string;
  order: string;
  /** SQL for how many to take of each kind of players, whose standings lie in order in an index. */
  limit: string;
}

const kind = { gender: 'asked_gender', verified: 'asked_verified' };

/**
 * SQL for the next standings of a board, `limit` at least where there are as many: those of the index
 * that still hold, and the few that hold instead of others. Nothing is read in vain, however deep
 * the page and however rare the kind.
 */
export function nextStandings(scope: Scope, { isNext, order, limit }: NextStandings): string {
  return `
    with moved as materialized (${moved})
    select held.member_number, held.depth
    from unnest($3::text[]) as asked_gender
    cross join unnest($4::boolean[]) as asked_verified
    cross join lateral (
      select member_number, depth from standing
      where ${onBoard(scope, 'standing', { kind })}
        and ${isNext}
        and member_number not in (select member_number from moved where players < 0)
      ${order}
      limit ${limit}
    ) as held
    union all
    select member_number, depth from moved
    where players > 0 and ${onBoard(scope, 'moved')} and ${isNext}`;
}
