import type { FaultItem, Schemas } from '@partner-rating/server';
import { bracketKeys, PRIMARY_BRACKET } from '../../ratings/domain/brackets.ts';
import { usualFormat } from '../../ratings/domain/game-formats.ts';
import { isSport, sportFaults } from '../../ratings/domain/sports.ts';
import type { MatchFormat } from '../../ratings/domain/win-probability.ts';

/** What a prediction assumes: the ratings it looks at, and what is played for. */
export interface Assumptions extends MatchFormat {
  bracket: string;
  bestOf: Schemas.BestOf;
}

export type AssumptionsAsked = Pick<
  Schemas.PredictionRequest,
  'sport' | 'bracket' | 'winScore' | 'winBy' | 'bestOf'
>;

/** With what was left out filled in. */
export function assumptionsOf({
  sport,
  bracket = PRIMARY_BRACKET,
  bestOf = 1,
  ...asked
}: AssumptionsAsked): Assumptions {
  const usual = usualFormat(isSport(sport) ? sport : 'pickleball');
  const { winScore = usual.winScore, winBy = usual.winBy } = asked;
  return { sport, bracket, winScore, winBy, bestOf };
}

export function assumptionFaults({ sport, bracket }: Assumptions): FaultItem[] {
  const faults = sportFaults(sport, '/sport');
  if (!bracketKeys.includes(bracket)) {
    const detail = `There is no bracket ${bracket}. Use one of ${bracketKeys.join(', ')}.`;
    faults.push({ pointer: '/bracket', code: 'unknown_bracket', detail });
  }
  return faults;
}
