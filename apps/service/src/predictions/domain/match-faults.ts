import type { FaultItem, Schemas } from '@partner-rating/server';
import { teamSizeFaults } from '../../matches/domain/game-faults.ts';
import { namedIn } from '../../matches/domain/players.ts';
import { type Assumptions, assumptionFaults } from './assumptions.ts';
import { playerFaults } from './player-faults.ts';
import type { PredictedPlayer } from './predicted-player.ts';

/** Everything for which the matches cannot be predicted. */
export function predictionFaults(
  matches: readonly Schemas.PlannedMatch[],
  assumptions: Assumptions,
  players: ReadonlyMap<string, PredictedPlayer>,
): FaultItem[] {
  return [
    ...assumptionFaults(assumptions),
    ...bestOfFaults(matches, assumptions),
    ...matches.flatMap(({ teams }, position) => [
      ...playerFaults(namedIn({ position, teams }), players, repeatedInMatch),
      ...teamSizeFaults({ teams }, `/matches/${position}`),
    ]),
  ];
}

function bestOfFaults(
  matches: readonly Schemas.PlannedMatch[],
  { bestOf }: Assumptions,
): FaultItem[] {
  const position = matches.findIndex(({ teams }) => teams.length > 2);
  if (bestOf === 1 || position < 0) return [];
  const detail =
    `/matches/${position} has more than two teams, so nobody need win more than half of ` +
    `${bestOf} games. Predict such matches for one game each, in a request of their own.`;
  return [{ pointer: '/bestOf', code: 'best_of_needs_two_teams', detail }];
}

function repeatedInMatch(reference: string): string {
  return `Member ${reference} already plays in this match. Name each player once in a match.`;
}
