import type { StoredState } from '../store/player-states.ts';
import { ratingsIn } from './player-state.ts';
import type { RatingDifference } from './rating-differences.ts';
import { bracketDifferences, type StateDifference } from './state-differences.ts';

/** Something stored that differs from what follows from the ledger. */
export type Finding =
  | { kind: 'rating'; difference: RatingDifference }
  | { kind: 'state'; difference: StateDifference }
  /** A state that no match asks for. */
  | { kind: 'stray'; state: StoredState };

interface Values {
  rating: number;
  mu: number;
  sigma: number;
  reliability?: number;
  games: number;
}

/** A finding in one line, for the operator. */
export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'rating': {
      const { memberId, sport, bracket, standing, expected } = finding.difference;
      return `Rating of ${memberId}, ${sport} ${bracket}: ${compared(standing, expected)}`;
    }
    case 'state': {
      const { memberId, sport, matchId } = finding.difference.expected;
      const brackets = bracketDifferences(finding.difference).map(
        ({ bracket, stored, expected }) => `In ${bracket} ${compared(stored, expected)}`,
      );
      return `State of ${memberId} in ${sport} after ${matchId}: ${brackets.join(' ')}`;
    }
    case 'stray': {
      const { memberId, sport, matchDate, arrival } = finding.state;
      const brackets = ratingsIn(finding.state).map(
        (stored) => `In ${stored.bracket} ${compared(stored, null)}`,
      );
      const position = `${matchDate.toISOString()} (arrival ${arrival})`;
      return `State of ${memberId} in ${sport} after ${position}: ${brackets.join(' ')}`;
    }
  }
}

function compared(stored: Values | null, expected: Values | null): string {
  const stands = stored === null ? 'nothing is stored' : `stored is ${listed(stored)}`;
  const follows = expected === null ? 'nothing' : listed(expected);
  return `${stands}, from the ledger follows ${follows}.`;
}

function listed({ rating, mu, sigma, reliability, games }: Values): string {
  const certainty = reliability === undefined ? '' : `reliability ${reliability}, `;
  return `R ${rating}, ${certainty}games ${games}, mu ${mu}, sigma ${sigma}`;
}
