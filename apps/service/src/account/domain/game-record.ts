/** A result that counts, from the player's side. */
export interface CountedResult {
  isWon: boolean;
  partners: readonly Person[];
  opponents: readonly Person[];
}

export interface Person {
  id: string;
  name: string;
}

/** Wins and losses against or with somebody. */
export interface RecordWith extends Person {
  won: number;
  lost: number;
}

/** A player's record in these results. */
export interface GameRecord {
  won: number;
  lost: number;
  /** The last results, with the latest at the end. */
  form: boolean[];
  /** How many of the latest results in a row are wins, or losses. */
  streak: { isWon: boolean; length: number } | null;
  maxWinningStreak: number;
  /** The most frequent opponents first. */
  opponents: RecordWith[];
  /** The teammates with the largest share of wins, among those with enough matches. */
  teammates: RecordWith[];
}

const FORM_LENGTH = 10;

const SHOWN_PEOPLE = 5;

// With fewer matches, the share says little.
const ENOUGH_TOGETHER = 3;

/** @param results The latest first. */
export function recordOf(results: readonly CountedResult[]): GameRecord {
  const won = results.filter(({ isWon }) => isWon).length;
  const [latest] = results;
  return {
    won,
    lost: results.length - won,
    form: results
      .slice(0, FORM_LENGTH)
      .map(({ isWon }) => isWon)
      .toReversed(),
    streak: latest === undefined ? null : streakOf(results, latest.isWon),
    maxWinningStreak: maxStreakOf(results),
    opponents: peopleIn(results, 'opponents')
      .toSorted((one, other) => countOf(other) - countOf(one))
      .slice(0, SHOWN_PEOPLE),
    teammates: peopleIn(results, 'partners')
      .filter((person) => countOf(person) >= ENOUGH_TOGETHER)
      .toSorted((one, other) => shareOf(other) - shareOf(one) || countOf(other) - countOf(one))
      .slice(0, SHOWN_PEOPLE),
  };
}

function streakOf(results: readonly CountedResult[], isWon: boolean): GameRecord['streak'] {
  const end = results.findIndex((result) => result.isWon !== isWon);
  return { isWon, length: end === -1 ? results.length : end };
}

function maxStreakOf(results: readonly CountedResult[]): number {
  let max = 0;
  let current = 0;
  for (const { isWon } of results) {
    current = isWon ? current + 1 : 0;
    max = Math.max(max, current);
  }
  return max;
}

function peopleIn(results: readonly CountedResult[], side: 'partners' | 'opponents'): RecordWith[] {
  const people = new Map<string, RecordWith>();
  for (const result of results) {
    for (const { id, name } of result[side]) {
      const before = people.get(id) ?? { id, name, won: 0, lost: 0 };
      people.set(id, {
        ...before,
        won: before.won + (result.isWon ? 1 : 0),
        lost: before.lost + (result.isWon ? 0 : 1),
      });
    }
  }
  return [...people.values()];
}

function countOf({ won, lost }: RecordWith): number {
  return won + lost;
}

function shareOf(person: RecordWith): number {
  return person.won / countOf(person);
}

interface Goal {
  rating: number;
  distance: number;
}

const GOAL_STEP = 0.25;

const HIGHEST_GOAL = 8;

/** Returns the next round rating above this one. Null at the top of the scale. */
export function nextGoal(rating: number): Goal | null {
  const goal = (Math.floor(rating / GOAL_STEP) + 1) * GOAL_STEP;
  if (goal > HIGHEST_GOAL) return null;
  return { rating: goal, distance: Math.round(1_000 * (goal - rating)) / 1_000 };
}
