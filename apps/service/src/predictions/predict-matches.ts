import type { Schemas } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { assumptionsOf } from './domain/assumptions.ts';
import { predictionFaults } from './domain/match-faults.ts';
import { predictMatch } from './domain/predict-match.ts';
import { readPlayers } from './read-players.ts';
import { predictionRefusal } from './refusal.ts';

/**
 * What is to be expected of the matches, from the ratings as they are now.
 * @throws ProblemError `prediction_rejected` where a match or a player is at fault.
 */
export async function predictMatches(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  applicationId: string,
  { matches, ...asked }: Schemas.PredictionRequest,
): Promise<Schemas.PredictionResult> {
  const assumptions = assumptionsOf(asked);
  const { sport, bracket } = assumptions;
  const references = matches.flatMap(({ teams }) => teams.flat());
  const question = { applicationId, sport, bracket, at: clock(), references };
  const players = await readPlayers(database, question);
  const faults = predictionFaults(matches, assumptions, players);
  if (faults.length > 0) throw predictionRefusal(faults);
  return {
    ...assumptions,
    predictions: matches.map(({ teams }) => {
      const skills = teams.map((team) =>
        team.flatMap((reference) => players.get(reference)?.skill ?? []),
      );
      return predictMatch(skills, assumptions);
    }),
  };
}
