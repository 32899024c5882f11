import type { Skill } from './scale.ts';

/** What is played for, as far as the chance of winning depends on it. */
export interface MatchFormat {
  sport: string;
  /** Points that win a game, and the lead it takes. */
  winScore: number;
  winBy: number;
  /** The most games that can be played; who wins more than half of them wins the match. Odd. */
  bestOf: number;
}

/**
 * How likely each team is to win the match, in the order of the teams: they sum to 1. It is the
 * one probability that predictions, balance, explanations and the backtest use.
 */
export function winProbability(
  teams: readonly (readonly Skill[])[],
  { bestOf }: MatchFormat,
): number[] {
  const games = gameProbability(teams);
  const [first, second] = games;
  if (bestOf === 1 || games.length > 2 || first === undefined || second === undefined) return games;
  const match = bestOfProbability(first, bestOf);
  return [match, 1 - match];
}

/** The share of the games each team is expected to win: they sum to 1. */
export function expectedShare(
  teams: readonly (readonly Skill[])[],
  _format: MatchFormat,
): number[] {
  return gameProbability(teams);
}

function gameProbability(teams: readonly (readonly Skill[])[]): number[] {
  let variance = 0;
  for (const team of teams) {
    for (const { sigma } of team) variance += sigma * sigma;
    variance += (25 / 6) ** 2;
  }
  const strengths = teams.map((team) => team.reduce((sum, { mu }) => sum + mu, 0));
  const strongest = Math.max(...strengths);
  const weights = strengths.map((strength) =>
    Math.exp((strength - strongest) / Math.sqrt(variance)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function bestOfProbability(game: number, bestOf: number): number {
  const needed = (bestOf + 1) / 2;
  let ways = 1;
  let sum = 0;
  for (let lost = 0; lost < needed; lost += 1) {
    sum += ways * (1 - game) ** lost;
    ways = (ways * (needed + lost)) / (lost + 1);
  }
  return sum * game ** needed;
}
