import {
  type KeyedState,
  PRIMARY_BRACKET,
  type RatingModel,
  ratingKey,
} from '@partner-rating/ratings';
import type { RatingRow } from '../../platform/database/schema.ts';
import type { PlayerState, StoredState } from '../store/player-states.ts';
import { isSameInBracket, isSameState, ratingIn, ratingsIn } from './state-columns.ts';

/** A rating as it follows from the ledger. */
interface ExpectedRating extends KeyedState {
  reliability: number;
}

/** A stored rating that differs from the expected one. At least one of the two exists. */
export interface RatingDifference {
  memberId: string;
  sport: string;
  bracket: string;
  /** Null if there should be no rating. */
  expected: ExpectedRating | null;
  /** Null if no rating is stored. */
  standing: RatingRow | null;
}

/** Returns the differences grouped by player, the primary bracket first if the player has it. */
export function ratingDifferences(
  standing: readonly RatingRow[],
  states: readonly KeyedState[],
  model: RatingModel,
): RatingDifference[] {
  const rows = new Map(
    standing.map((row) => [ratingKey(row.member_id, row.sport, row.bracket), row]),
  );
  const differences: RatingDifference[] = [];
  for (const state of states) {
    const { memberId, sport, bracket, sigma } = state;
    const key = ratingKey(memberId, sport, bracket);
    const row = rows.get(key) ?? null;
    rows.delete(key);
    const expected = { ...state, reliability: model.reliabilityOf(sigma) };
    if (row !== null && isSame(expected, row)) continue;
    differences.push({ memberId, sport, bracket, expected, standing: row });
  }
  for (const row of rows.values()) {
    const { member_id: memberId, sport, bracket } = row;
    differences.push({ memberId, sport, bracket, expected: null, standing: row });
  }
  return [...Map.groupBy(differences, ({ memberId }) => memberId).values()].flat();
}

/** Whether a player would see a difference. The model computes in finer steps than the API shows. */
export function isVisible({ expected, standing }: RatingDifference): boolean {
  if (expected === null || standing === null) return true;
  return (
    expected.rating !== standing.rating ||
    expected.reliability !== standing.reliability ||
    expected.games !== standing.games
  );
}

function isSame(expected: ExpectedRating, row: RatingRow): boolean {
  return (
    expected.mu === row.mu &&
    expected.sigma === row.sigma &&
    expected.direction === row.direction &&
    expected.partner === row.partner &&
    expected.open === row.open_difference &&
    expected.rating === row.rating &&
    expected.reliability === row.reliability &&
    expected.games === row.games &&
    expected.lastPlayed === (row.last_played_at?.getTime() ?? null)
  );
}

/** A stored state that differs from what follows from the ledger. */
export interface StateDifference {
  expected: PlayerState;
  /** Null if no state is stored. */
  stored: StoredState | null;
}

/**
 * Returns the expected states that are missing, or stored with a different bit.
 * @param stored The stored states in the order of the expected ones; null if there is none.
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

/** The difference between two states in one bracket. At least one of the two exists. */
interface BracketDifference {
  bracket: string;
  expected: KeyedState | null;
  stored: KeyedState | null;
}

/** Returns the brackets that differ, in alphabetical order. */
export function bracketDifferences({ expected, stored }: StateDifference): BracketDifference[] {
  const brackets = new Set([...expected.brackets, ...(stored?.brackets ?? [])]);
  return [...brackets].toSorted().flatMap((bracket) =>
    stored !== null && isSameInBracket(expected, stored, bracket)
      ? []
      : [
          {
            bracket,
            expected: ratingIn(expected, bracket) ?? null,
            stored: (stored && ratingIn(stored, bracket)) ?? null,
          },
        ],
  );
}

/** A stored value that differs from what follows from the ledger. */
export type Finding =
  | { kind: 'rating'; difference: RatingDifference }
  | { kind: 'state'; difference: StateDifference }
  /** A state that no match explains. */
  | { kind: 'stray'; state: StoredState };

interface Values {
  rating: number;
  mu: number;
  sigma: number;
  direction: number;
  partner: number;
  /** The open difference, in a state and in a stored rating. */
  open?: number;
  open_difference?: number;
  reliability?: number;
  games: number;
}

/** Returns a finding as one line for the operator. */
export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'rating': {
      const { memberId, sport, bracket, standing, expected } = finding.difference;
      return `Rating of ${memberId}, ${sport} ${bracket}: ${compared(standing, expected)}`;
    }
    case 'state': {
      const { memberId, sport, matchId } = finding.difference.expected;
      const brackets = bracketDifferences(finding.difference).map(
        ({ bracket, stored, expected }) => `In ${bracket}, ${compared(stored, expected)}`,
      );
      return `State of ${memberId} in ${sport} after ${matchId}: ${brackets.join(' ')}`;
    }
    case 'stray': {
      const { memberId, sport, matchDate, arrival } = finding.state;
      const brackets = ratingsIn(finding.state).map(
        (stored) => `In ${stored.bracket}, ${compared(stored, null)}`,
      );
      const position = `${matchDate.toISOString()} (arrival ${arrival})`;
      return `State of ${memberId} in ${sport} after ${position}: ${brackets.join(' ')}`;
    }
  }
}

function compared(stored: Values | null, expected: Values | null): string {
  const textOf = (values: Values | null) => (values === null ? 'nothing' : listed(values));
  return `the database has ${textOf(stored)}, the ledger gives ${textOf(expected)}.`;
}

function listed({ rating, mu, sigma, reliability, games, ...values }: Values): string {
  const certainty = reliability === undefined ? '' : `reliability ${reliability}, `;
  const { direction, partner, open, open_difference = open } = values;
  return (
    `R ${rating}, ${certainty}games ${games}, mu ${mu}, sigma ${sigma}, direction ${direction}, ` +
    `partner ${partner}, open difference ${open_difference}`
  );
}

/** How a rebuild moves one rating; null if there is no rating before or after it. */
export interface RatingMove {
  memberId: string;
  sport: string;
  bracket: string;
  before: number | null;
  after: number | null;
}

/** How far the main ratings of a sport move, among those that exist before and after. */
export interface MovesSummary {
  /** How many main ratings have a different `R` afterwards. */
  moved: number;
  /** The distance that half of them move at most, and nine of ten; 0 if none moves. */
  median: number;
  ninetiethPercentile: number;
  /** The players who move furthest, in descending order. */
  furthest: RatingMove[];
}

const FURTHEST = 10;

export function moveOf({
  memberId,
  sport,
  bracket,
  standing,
  expected,
}: RatingDifference): RatingMove {
  const before = standing?.rating ?? null;
  return { memberId, sport, bracket, before, after: expected?.rating ?? null };
}

/** Collects moves. It stores only their distances and the furthest ones. */
export class MovesCollector {
  readonly #distances: number[] = [];
  #furthest: RatingMove[] = [];

  add(move: RatingMove): void {
    const distance = distanceOf(move);
    if (move.bracket !== PRIMARY_BRACKET || distance === 0) return;
    this.#distances.push(distance);
    const last = this.#furthest.at(-1);
    if (this.#furthest.length === FURTHEST && last && distanceOf(last) >= distance) return;
    this.#furthest = [...this.#furthest, move]
      .toSorted((one, other) => distanceOf(other) - distanceOf(one))
      .slice(0, FURTHEST);
  }

  summary(): MovesSummary {
    const sorted = this.#distances.toSorted((one, other) => one - other);
    const quantile = (share: number) =>
      sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
    return {
      moved: sorted.length,
      median: quantile(0.5),
      ninetiethPercentile: quantile(0.9),
      furthest: this.#furthest,
    };
  }
}

/** Returns the distance, rounded to the three decimals of R; 0 if there is no rating before or after. */
function distanceOf({ before, after }: RatingMove): number {
  if (before === null || after === null) return 0;
  return Math.round(Math.abs(after - before) * 1_000) / 1_000;
}
