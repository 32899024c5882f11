import type { PlayerState, StoredState } from '../store/player-states.ts';
import { isSameState, ratingsIn } from './player-state.ts';
import type { KeyedState } from './rating-states.ts';

/** A state that is not stored as it follows from the ledger. */
export interface StateDifference {
  expected: PlayerState;
  /** Null where there is none. */
  stored: StoredState | null;
}

/**
 * The expected states that are not stored, or not so, to the last bit.
 * @param stored By the index of the expected state; null where there is none.
 */
export function stateDifferences(
  expected: readonly PlayerState[],
  stored: readonly (StoredState | null)[],
): StateDifference[] {
  return expected.flatMap((state, index) => {
    const other = stored[index] ?? null;
    return other !== null && isSameState(state, other) ? [] : [{ expected: state, stored: other }];
  });
}

/** What of a state differs in one bracket; one of the two is there. */
export interface BracketDifference {
  bracket: string;
  expected: KeyedState | null;
  stored: KeyedState | null;
}

/** Bracket by bracket, in alphabetical order. */
export function bracketDifferences({ expected, stored }: StateDifference): BracketDifference[] {
  const asExpected = byBracket(expected);
  const asStored = stored === null ? new Map<string, KeyedState>() : byBracket(stored);
  const brackets = new Set([...asExpected.keys(), ...asStored.keys()]);
  return [...brackets].toSorted().flatMap((bracket) => {
    const one = asExpected.get(bracket) ?? null;
    const other = asStored.get(bracket) ?? null;
    const isSame = one !== null && other !== null && isSameRating(one, other);
    return isSame ? [] : [{ bracket, expected: one, stored: other }];
  });
}

function byBracket(state: PlayerState): Map<string, KeyedState> {
  return new Map(ratingsIn(state).map((rating) => [rating.bracket, rating]));
}

function isSameRating(one: KeyedState, other: KeyedState): boolean {
  return (
    one.mu === other.mu &&
    one.sigma === other.sigma &&
    one.rating === other.rating &&
    one.games === other.games &&
    one.lastPlayed === other.lastPlayed
  );
}
