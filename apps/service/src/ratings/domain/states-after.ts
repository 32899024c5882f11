import type { RatingRow } from '../../platform/database/schema.ts';
import type { PlayerState } from '../store/player-states.ts';
import { type RatingStep, toKeyedState } from './rate-matches.ts';
import { RatingStates } from './rating-states.ts';
import { type PlacedMatch, StateColumns } from './state-columns.ts';

/**
 * What the ratings of players were after each of some matches, which the steps rate in their order.
 * @param before Every rating of the players in the sports of the matches.
 */
export function statesAfter(
  before: readonly RatingRow[],
  steps: readonly RatingStep[],
  matches: readonly PlacedMatch[],
): PlayerState[] {
  const bySport = Map.groupBy(matches, ({ sport }) => sport);
  const stepsOf = Map.groupBy(steps, ({ matchId }) => matchId);
  return [...bySport].flatMap(([sport, ofSport]) => {
    const states = new RatingStates();
    for (const row of before) if (row.sport === sport) states.set(toKeyedState(row));
    const columns = new StateColumns(states);
    for (const [number, { id }] of ofSport.entries()) {
      const ofMatch = stepsOf.get(id) ?? [];
      for (const step of ofMatch) states.set(step);
      const moved = new Set(ofMatch.map(({ memberId }) => memberId));
      for (const memberId of moved) columns.add(number, states.player(memberId));
    }
    return columns.read(ofSport);
  });
}
