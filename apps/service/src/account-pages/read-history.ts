import type { Database } from '../platform/database/schema.ts';
import { PRIMARY_BRACKET } from '../ratings/domain/brackets.ts';
import { ratingsIn } from '../ratings/domain/player-state.ts';
import { findStatesBefore, type StoredState } from '../ratings/store/player-states.ts';
import { type Period, samplePositions } from './domain/chart-ranges.ts';
import type { RatedMoment } from './domain/rating-chart.ts';

/**
 * A member's primary rating in a sport over a time, as their matches have it in the order of play: looked up at
 * positions evenly apart, so that it costs as much for ten thousand matches as for ten.
 */
export async function readHistory(
  database: Database,
  memberId: string,
  { sport, period }: { sport: string; period: Period },
): Promise<RatedMoment[]> {
  const positions = samplePositions(period).map((position) => ({ memberId, ...position }));
  const states = await findStatesBefore(database, { sport, version: 'published' }, positions);
  const byMatch = new Map<string, RatedMoment>();
  for (const state of states) {
    const rating = state === null ? null : primaryRating(state);
    if (state === null || rating === null) continue;
    // The one that the time begins with may be of a match before it.
    const at = new Date(Math.max(state.matchDate.getTime(), period.from.getTime()));
    byMatch.set(state.matchId, { at, rating });
  }
  return [...byMatch.values()];
}

/** The primary rating of a state. */
export function primaryRating(state: StoredState): number | null {
  return ratingsIn(state).find(({ bracket }) => bracket === PRIMARY_BRACKET)?.rating ?? null;
}
