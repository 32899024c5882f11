import type { LedgerMatch } from '../store/ledger.ts';
import type { MemberPosition, StoredState } from '../store/player-states.ts';
import { ratingsIn } from './player-state.ts';
import { RatingStates } from './rating-states.ts';

/**
 * The matches, each with the ratings of its bystanders as they were just before it. They lie apart from
 * the states of a fold, where the same player may be at a later match already.
 * @param states Of the bystanders, in their order; null where one had no rating.
 */
export function withBystanders(
  matches: readonly LedgerMatch[],
  bystanders: readonly MemberPosition[],
  states: readonly (StoredState | null)[],
): (LedgerMatch & { bystanders?: ReadonlyMap<string, RatingStates> })[] {
  if (bystanders.length === 0) return [...matches];
  const atMatch = Map.groupBy(bystanders.keys(), (index) => bystanders[index]?.arrival);
  return matches.map((match) => {
    const ofMatch = atMatch.get(match.arrival);
    if (ofMatch === undefined) return match;
    return {
      ...match,
      bystanders: new Map(
        ofMatch.map((index) => {
          const own = new RatingStates();
          const state = states[index];
          if (state) for (const rating of ratingsIn(state)) own.set(rating);
          return [bystanders[index]?.memberId ?? '', own];
        }),
      ),
    };
  });
}
