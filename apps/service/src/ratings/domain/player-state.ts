import type { PlayerState } from '../store/player-states.ts';
import type { KeyedState } from './rating-states.ts';

/** What a state has for each bracket: mu, sigma, R, games, and when it was last played, in milliseconds since 1970. */
export const NUMBERS_A_BRACKET = 5;

/** The rating in each bracket of a state. */
export function ratingsIn({ memberId, sport, brackets, numbers }: RatedPlayer): KeyedState[] {
  return brackets.map((bracket, index) => {
    const first = NUMBERS_A_BRACKET * index;
    const lastPlayed = numbers[first + 4] ?? Number.NaN;
    return {
      memberId,
      sport,
      bracket,
      mu: numbers[first] ?? 0,
      sigma: numbers[first + 1] ?? 0,
      rating: numbers[first + 2] ?? 0,
      games: numbers[first + 3] ?? 0,
      lastPlayed: Number.isNaN(lastPlayed) ? null : lastPlayed,
    };
  });
}

type RatedPlayer = Pick<PlayerState, 'memberId' | 'sport' | 'brackets' | 'numbers'>;

/** Whether two states are the same, to the last bit. */
export function isSameState(one: RatedPlayer, other: RatedPlayer): boolean {
  return (
    one.brackets.length === other.brackets.length &&
    one.brackets.every((bracket, index) => bracket === other.brackets[index]) &&
    one.numbers.every((value, index) => Object.is(value, other.numbers[index]))
  );
}
