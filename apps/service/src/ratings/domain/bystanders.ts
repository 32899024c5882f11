import type { LedgerMatch } from '../store/ledger.ts';
import type { MemberPosition, StateBefore } from '../store/rating-steps.ts';
import { RatingStates } from './rating-states.ts';

/**
 * The matches, each with the ratings of its bystanders as they were just before it. They lie apart from
 * the states of a fold, where the same player may be at a later match already.
 */
export function withBystanders(
  matches: readonly LedgerMatch[],
  bystanders: readonly MemberPosition[],
  states: readonly StateBefore[],
): (LedgerMatch & { bystanders?: ReadonlyMap<string, RatingStates> })[] {
  if (bystanders.length === 0) return [...matches];
  const atMatch = Map.groupBy(bystanders, ({ arrival }) => arrival);
  const byPosition = Map.groupBy(states, nameOf);
  return matches.map((match) => {
    const ofMatch = atMatch.get(match.arrival);
    if (ofMatch === undefined) return match;
    return {
      ...match,
      bystanders: new Map(
        ofMatch.map((position) => {
          const own = new RatingStates();
          for (const state of byPosition.get(nameOf(position)) ?? []) own.set(state);
          return [position.memberId, own];
        }),
      ),
    };
  });
}

function nameOf({ memberId, arrival }: MemberPosition): string {
  return `${memberId} ${arrival}`;
}
