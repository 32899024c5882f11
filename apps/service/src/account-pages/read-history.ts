import type { Database } from '../platform/database/schema.ts';
import { PRIMARY_BRACKET } from '../ratings/domain/brackets.ts';
import { ratingsIn } from '../ratings/domain/player-state.ts';
import {
  findStatesBefore,
  findStatesSince,
  type StoredState,
} from '../ratings/store/player-states.ts';
import { MAX_POINTS, type Period, samplePositions } from './domain/chart-ranges.ts';
import type { RatedMoment } from './domain/rating-chart.ts';

/**
 * A member's primary rating in a sport over a time, as their matches have it in the order of play: after each match
 * where a chart has room for all, else looked up at positions evenly apart, so that it costs as much for ten thousand
 * matches as for a hundred.
 */
export async function readHistory(
  database: Database,
  memberId: string,
  { sport, period }: { sport: string; period: Period },
): Promise<RatedMoment[]> {
  const which = { sport, version: 'published' } as const;
  const first = { memberId, from: period.from, limit: MAX_POINTS + 1 };
  const all = await findStatesSince(database, which, first);
  const isWhole = all.length <= MAX_POINTS;
  const positions = isWhole
    ? [{ memberId, matchDate: period.from, arrival: 0 }]
    : samplePositions(period).map((position) => ({ memberId, ...position }));
  const states = await findStatesBefore(database, which, positions);
  if (isWhole) states.push(...all);
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
