import type { Schemas } from '@partner-rating/server';
import { runYielding } from '../platform/concurrency/yield.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { assumptionsOf } from './domain/assumptions.ts';
import { balanceFaults } from './domain/balance-faults.ts';
import { CourtSplits } from './domain/court-splits.ts';
import { fairestLineups, worstOf } from './domain/fairest-lineups.ts';
import { type PlayerSet, positionsOf } from './domain/player-sets.ts';
import { predictMatch } from './domain/predict-match.ts';
import { readPlayers } from './read-players.ts';
import { predictionRefusal } from './refusal.ts';

const MAX_LINEUPS = 3;

// Some milliseconds of search: sixteen players in teams of four take some tens.
const MAX_COST = 20_000;

/**
 * The fairest teams of the players, from the ratings as they are now.
 * @throws ProblemError `prediction_rejected` where the players or their number are at fault.
 */
export async function balancePlayers(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  applicationId: string,
  request: Schemas.BalanceRequest,
): Promise<Schemas.BalanceResult> {
  const { players: references, teamSize, ...asked } = request;
  const assumptions = assumptionsOf(asked);
  const { sport, bracket } = assumptions;
  const question = { applicationId, sport, bracket, at: clock(), references };
  const known = await readPlayers(database, question);
  const faults = balanceFaults(request, assumptions, known);
  if (faults.length > 0) throw predictionRefusal(faults);

  // The same players in another order have the same answer.
  const players = references
    .flatMap((reference) => ({ reference, ...known.get(reference) }))
    .sort((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1));
  const skills = players.flatMap(({ skill }) => skill ?? []);
  const splits = new CourtSplits(skills, teamSize, assumptions);
  const lineups = await runYielding(fairestLineups(splits, MAX_LINEUPS), MAX_COST);

  const chosen = <Value>(values: readonly Value[], set: PlayerSet): Value[] =>
    positionsOf(set).flatMap((position) => values[position] ?? []);
  return {
    ...assumptions,
    lineups: lineups.map((lineup) => ({
      courts: lineup.map(({ teams }) => ({
        teams: teams.map((team) => chosen(players, team).map(({ reference }) => reference)),
        ...predictMatch(
          teams.map((team) => chosen(skills, team)),
          assumptions,
        ),
      })),
      unfairness: worstOf(lineup),
    })),
  };
}
