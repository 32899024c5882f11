import {
  type KeyedState,
  PRIMARY_BRACKET,
  playerId,
  type RatingStep,
  ratingOf,
} from '@partner-rating/ratings';
import type { RatingRow } from '../../platform/database/schema.ts';
import type { LedgerPosition } from '../store/ledger.ts';
import type { PlayerState } from '../store/player-states.ts';
import { grown, grownIntegers } from './columns.ts';
import {
  gamesIn,
  isOfFirstRelease,
  lastPlayedIn,
  openIn,
  packPair,
  packPlayed,
  partnerIn,
} from './packed-numbers.ts';
import { NONE, RatingStates } from './rating-states.ts';

/** How many numbers a state has for each bracket (`packed-numbers.ts`). */
const NUMBERS_A_BRACKET = 5;

const NO_PARTNER = { partner: 0, open: 0 };

/** Returns the rating in each bracket of a state. */
export function ratingsIn(state: RatedPlayer): KeyedState[] {
  return state.brackets.map((_, index) => ratingAt(state, index));
}

/** Returns the rating in one bracket of a state; undefined if it has none. */
export function ratingIn(state: RatedPlayer, bracket: string): KeyedState | undefined {
  const index = state.brackets.indexOf(bracket);
  return index === -1 ? undefined : ratingAt(state, index);
}

function ratingAt({ memberId, sport, brackets, numbers }: RatedPlayer, index: number): KeyedState {
  const first = NUMBERS_A_BRACKET * index;
  const at = (number: number) => numbers[first + number] ?? 0;
  const [mu, isOld] = [at(0), isOfFirstRelease(at(2))];
  const lastPlayed = isOld ? at(4) : lastPlayedIn(at(4));
  return {
    ...{ memberId, sport, bracket: brackets[index] ?? '', mu, sigma: at(1) },
    ...{ id: playerId(memberId), direction: isOld ? 0 : at(2) },
    ...(isOld ? NO_PARTNER : { partner: partnerIn(at(3)), open: openIn(at(3)) }),
    rating: ratingOf(mu),
    games: isOld ? at(3) : gamesIn(at(4)),
    lastPlayed: Number.isNaN(lastPlayed) ? null : lastPlayed,
  };
}

type RatedPlayer = Pick<PlayerState, 'memberId' | 'sport' | 'brackets' | 'numbers'>;

/** Whether two states have the same bits. */
export function isSameState(one: RatedPlayer, other: RatedPlayer): boolean {
  return (
    one.brackets.length === other.brackets.length &&
    one.brackets.every((bracket, index) => bracket === other.brackets[index]) &&
    one.numbers.every((value, index) => Object.is(value, other.numbers[index]))
  );
}

/** Whether two states have the same bits in one bracket. */
export function isSameInBracket(one: RatedPlayer, other: RatedPlayer, bracket: string): boolean {
  const [own, others] = [one, other].map(({ brackets, numbers }) => {
    const first = NUMBERS_A_BRACKET * brackets.indexOf(bracket);
    return first < 0 ? [] : [...numbers.subarray(first, first + NUMBERS_A_BRACKET)];
  }) as [number[], number[]];
  return (
    own.length === others.length && own.every((value, index) => Object.is(value, others[index]))
  );
}

const FIRST_ROOM = 256;

const NO_BRACKETS = 0;

/** What a state contains about its match. */
interface PlacedMatch extends LedgerPosition {
  id: string;
  sport: string;
}

/**
 * The ratings of players after each match of a fold over one sport, in numeric columns. After `clear`, the columns are used
 * again.
 */
export class StateColumns {
  readonly #states: RatingStates;
  #length = 0;
  /** The caller's number of the match, and the player's number in the states. */
  #match = new Int32Array(FIRST_ROOM);
  #player = new Int32Array(FIRST_ROOM);
  /** The number of the bracket set, and the index of its first number. */
  #brackets = new Int32Array(FIRST_ROOM);
  #first = new Int32Array(FIRST_ROOM);
  #numbers = new Float64Array(FIRST_ROOM);
  #numbersUsed = 0;
  /** Players have few different sets of brackets. A set with one more bracket is found by `next`. */
  readonly #bracketSets: { brackets: readonly string[]; next: Map<number, number> }[] = [
    { brackets: [], next: new Map() },
  ];

  constructor(states: RatingStates) {
    this.#states = states;
  }

  clear(): void {
    this.#length = 0;
    this.#numbersUsed = 0;
  }

  /** Records all ratings of a player after a match. */
  add(match: number, player: number): void {
    const number = this.#length;
    if (number === this.#match.length) this.#makeRoom();
    this.#length += 1;
    this.#match[number] = match;
    this.#player[number] = player;
    this.#first[number] = this.#numbersUsed;
    let brackets = NO_BRACKETS;
    const states = this.#states;
    for (let row = states.firstOf(player); row !== NONE; row = states.nextOf(row)) {
      brackets = this.#withBracket(brackets, player, states.boardAt(row));
      const numbers = this.#withRoomForBracket();
      const first = this.#numbersUsed;
      numbers[first] = states.muAt(row);
      numbers[first + 1] = states.sigmaAt(row);
      numbers[first + 2] = states.directionAt(row);
      numbers[first + 3] = packPair(states.partnerAt(row), states.openAt(row));
      numbers[first + 4] = packPlayed(states.gamesAt(row), states.lastPlayedAt(row));
      this.#numbersUsed += NUMBERS_A_BRACKET;
    }
    this.#brackets[number] = brackets;
  }

  /** Returns the recorded states; `matches` is indexed by match number. */
  read(matches: readonly PlacedMatch[]): PlayerState[] {
    // One copy for all states, because an array buffer for each state would be larger than its content.
    const numbers = this.#numbers.slice(0, this.#numbersUsed);
    return Array.from({ length: this.#length }, (_, number) => {
      const match = matches[this.#match[number] ?? 0];
      if (match === undefined)
        throw new RangeError('There is a state of a match that is not given.');
      const brackets = this.#bracketSets[this.#brackets[number] ?? 0]?.brackets ?? [];
      const first = this.#first[number] ?? 0;
      return {
        memberId: this.#states.memberIdOf(this.#player[number] ?? NONE),
        sport: match.sport,
        matchId: match.id,
        matchDate: match.matchDate,
        arrival: match.arrival,
        brackets,
        numbers: numbers.subarray(first, first + NUMBERS_A_BRACKET * brackets.length),
      };
    });
  }

  #withBracket(brackets: number, player: number, board: number): number {
    const before = this.#bracketSets[brackets];
    if (before === undefined) throw new RangeError(`There are no brackets ${brackets}.`);
    const known = before.next.get(board);
    if (known !== undefined) return known;
    const { bracket } = this.#states.nameOf(player, board);
    const added = { brackets: [...before.brackets, bracket], next: new Map() };
    const number = this.#bracketSets.push(added) - 1;
    before.next.set(board, number);
    return number;
  }

  #withRoomForBracket(): Float64Array {
    while (this.#numbersUsed + NUMBERS_A_BRACKET > this.#numbers.length) {
      this.#numbers = grown(this.#numbers);
    }
    return this.#numbers;
  }

  #makeRoom(): void {
    this.#match = grownIntegers(this.#match);
    this.#player = grownIntegers(this.#player);
    this.#brackets = grownIntegers(this.#brackets);
    this.#first = grownIntegers(this.#first);
  }
}

/**
 * Returns the ratings of players after each match, from the rating steps of these matches.
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

/** A player with this many rated games, in all sports together, gets the mark for five rated games (`isVairified`). */
export const VERIFYING_EXPERIENCE = { bracket: PRIMARY_BRACKET, games: 5 };

/** Returns a stored rating as a state of the fold. */
export function toKeyedState({
  member_id: memberId,
  last_played_at,
  open_difference: open,
  ...row
}: RatingRow): KeyedState {
  const lastPlayed = last_played_at?.getTime() ?? null;
  return { memberId, ...row, id: playerId(memberId), open, lastPlayed };
}
