import type { StoredStep } from '../store/rating-steps.ts';
import type { RatingDifference } from './rating-differences.ts';
import type { StepDifference } from './step-differences.ts';

/** Something stored otherwise than it follows from the ledger. */
export type Finding =
  | { kind: 'rating'; difference: RatingDifference }
  | { kind: 'step'; difference: StepDifference }
  /** A step that no match asks for. */
  | { kind: 'stray'; step: StoredStep };

interface Values {
  rating: number;
  mu: number;
  sigma: number;
  reliability: number;
  games: number;
}

/** A finding in one line, for the operator. */
export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'rating': {
      const { memberId, sport, bracket, standing, expected } = finding.difference;
      return `Rating of ${memberId}, ${sport} ${bracket}: ${compared(standing, expected)}`;
    }
    case 'step': {
      const { stored, expected } = finding.difference;
      const { memberId, sport, bracket, matchId } = expected;
      return `Step of ${memberId}, ${sport} ${bracket}, after ${matchId}: ${compared(stored, expected)}`;
    }
    case 'stray': {
      const { memberId, sport, bracket, arrival } = finding.step;
      return `Step of ${memberId}, ${sport} ${bracket}, at place ${arrival} of the ledger: ${compared(finding.step, null)}`;
    }
  }
}

function compared(stored: Values | null, expected: Values | null): string {
  const stands = stored === null ? 'nothing is stored' : `stored is ${listed(stored)}`;
  const follows = expected === null ? 'nothing' : listed(expected);
  return `${stands}, from the ledger follows ${follows}.`;
}

function listed({ rating, mu, sigma, reliability, games }: Values): string {
  return `R ${rating}, reliability ${reliability}, games ${games}, mu ${mu}, sigma ${sigma}`;
}
