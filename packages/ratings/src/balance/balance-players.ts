import { type ParametersOf, sportParameters } from '../model/parameters.ts';
import type { Skill } from '../model/scale.ts';
import type { MatchFormat } from '../model/win-probability.ts';
import { type MatchPrediction, predictMatch } from '../predict-match.ts';
import { CourtSplits, positionsOf } from './court-splits.ts';
import { fairestLineups, worstOf } from './fairest-lineups.ts';

/** The format, and the number of lineups to return. */
export interface BalanceOptions {
  /** The number of players in a team: 1 or more. */
  teamSize: number;
  /** The format of each match. */
  format: MatchFormat;
  /** The most lineups to return; 1 by default. */
  count?: number;
  /** The parameters of each sport; those of the package by default. */
  parametersOf?: ParametersOf;
}

/** The two teams of a court, and the prediction of their match. */
export interface BalancedCourt extends MatchPrediction {
  /** The players of each team, as indexes of the given list. */
  teams: readonly [number[], number[]];
}

/** The courts of all players. */
export interface BalancedLineup {
  /** Two teams each, in the order of the players. */
  courts: BalancedCourt[];
  /** The distance of the worst court's win probability from one half: from 0 to 0.5. */
  unfairness: number;
}

const MAX_PLAYERS = 16;

/**
 * Splits players into the fairest teams. Lineups are ordered by their worst court, and then by all courts together. The search checks
 * every split, so no other lineup is fairer. The order of the players changes the result only if lineups are equally fair.
 * @throws RangeError if the players do not fill courts of two teams, or are more than 16.
 */
export function balancePlayers(
  players: readonly Skill[],
  options: BalanceOptions,
): BalancedLineup[] {
  const search = balanceInSteps(players, options);
  for (let step = search.next(); ; step = search.next()) if (step.done) return step.value;
}

/**
 * Does the same in steps, for a server with other work to do. Yields the cost of the previous step. Sixteen players in doubles
 * cost about 400,000, which takes some hundred milliseconds.
 * @throws RangeError as `balancePlayers`.
 */
export function* balanceInSteps(
  players: readonly Skill[],
  { teamSize, format, count = 1, parametersOf = sportParameters }: BalanceOptions,
): Generator<number, BalancedLineup[]> {
  if (players.length === 0 || players.length > MAX_PLAYERS || players.length % (2 * teamSize) > 0) {
    throw new RangeError(
      `${players.length} players do not fill courts of two teams of ${teamSize}. ` +
        `Give a multiple of ${2 * teamSize}, at most ${MAX_PLAYERS}.`,
    );
  }
  const splits = new CourtSplits(players, teamSize, format, parametersOf);
  const lineups = yield* fairestLineups(splits, count);
  return lineups.map((lineup) => ({
    courts: lineup.map(({ teams: [first, second] }) => {
      const teams = [positionsOf(first), positionsOf(second)] as const;
      const skills = teams.map((team) => team.flatMap((position) => players[position] ?? []));
      return { teams, ...predictMatch(skills, format, parametersOf) };
    }),
    unfairness: worstOf(lineup),
  }));
}
