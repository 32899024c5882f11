import type { RatingRow } from '../../platform/database/schema.ts';
import { PRIMARY_BRACKET } from '../../ratings/domain/brackets.ts';
import type { UnmovedPlayer } from '../../ratings/settlement/store/before-rating.ts';
import type { LedgerEntry } from './ledger-entries.ts';

/** What is rated already. */
export interface RatedBefore {
  ratings: readonly RatingRow[];
  unmoved: readonly UnmovedPlayer[];
}

/**
 * The entries that were played before something that is rated already and depends on them, or on which they
 * depend: the others are still rated against players whom the match does not move.
 */
export function lateEntries(
  entries: readonly LedgerEntry[],
  { ratings, unmoved }: RatedBefore,
): LedgerEntry[] {
  const moved = playedAtOf(
    ratings
      .filter(({ bracket }) => bracket === PRIMARY_BRACKET)
      .map(({ member_id: memberId, sport, last_played_at: matchDate }) => {
        return { memberId, sport, matchDate };
      }),
  );
  const notMoved = playedAtOf(unmoved);
  return entries.filter(({ sport, matchDate, teams, unrated, games }) => {
    const isAfter = (last: ReadonlyMap<string, number>, memberId: string) =>
      (last.get(`${memberId} ${sport}`) ?? 0) > matchDate.getTime();
    const players = teams.flat();
    const movedNow = players.filter((memberId) => !unrated.has(memberId));
    if (games.length === 0 || movedNow.length === 0) return false;
    return (
      players.some((memberId) => isAfter(moved, memberId)) ||
      movedNow.some((memberId) => isAfter(notMoved, memberId))
    );
  });
}

/** When each player last played each sport, of which there is one row. */
function playedAtOf(
  played: readonly { memberId: string; sport: string; matchDate: Date | null }[],
): ReadonlyMap<string, number> {
  return new Map(
    played.map(({ memberId, sport, matchDate }) => [
      `${memberId} ${sport}`,
      matchDate?.getTime() ?? 0,
    ]),
  );
}
