import { chanceOfLead } from './chance-of-lead.ts';
import { decisiveness, type RatedGame } from './evidence.ts';
import { load, newKernel, sumUpTeams } from './kernel.ts';
import { weighTeams } from './rate-match.ts';
import type { Skill } from './scale.ts';
import { sportParameters } from './sport-parameters.ts';

/** What is played for, as far as the chance of winning depends on it. */
export interface MatchFormat {
  sport: string;
  /** Points that win a game, and the lead it takes. */
  winScore: number;
  winBy: number;
  /** The most games that can be played; the winner of more than half of them wins the match. Odd. */
  bestOf: number;
}

const kernel = newKernel();

/**
 * How likely each team is to win the match, in the order of the teams: they sum to 1. It is the
 * one probability that predictions, balance, explanations and the backtest use. With more than two
 * teams it is the chance to win one game: which of them wins the most games is not defined by `bestOf`.
 */
export function winProbability(
  teams: readonly (readonly Skill[])[],
  format: MatchFormat,
): number[] {
  enter(teams, format);
  return probabilities(format, format.bestOf);
}

/**
 * How likely each team is to win the next game of a match of which some were played: those say how
 * strong the teams are and what form they are in that day, and in some sports the winner of the last one
 * is likelier to win the next. The winner of a match is predicted as well without that, to the fourth
 * decimal of the log loss.
 */
export function nextGameProbability(
  teams: readonly (readonly Skill[])[],
  format: MatchFormat,
  played: readonly RatedGame[],
): number[] {
  enter(teams, format);
  learn(played, format);
  return probabilities(format, 1);
}

/** The share of the games each team is expected to win: they sum to 1. */
export function expectedShare(teams: readonly (readonly Skill[])[], format: MatchFormat): number[] {
  enter(teams, format);
  return probabilities(format, 1);
}

/**
 * The share of the points each team is expected to score: they sum to 1. Where the leads of the games are what they say,
 * the match moves nobody.
 */
export function expectedPointShare(teams: readonly (readonly Skill[])[], sport: string): number[] {
  load(kernel, teams);
  sumUpTeams(kernel, sportParameters(sport));
  const strengths = kernel.strength.subarray(0, kernel.teams);
  const strongest = strengths.reduce((max, own) => Math.max(max, own));
  // The strongest team wins a game to 1, and leads by what the model expects (`evidence.ts`).
  const points = Array.from(strengths, (own) => 1 - Math.tanh((strongest - own) / 2));
  const all = points.reduce((sum, own) => sum + own, 0);
  return points.map((own) => own / all);
}

function enter(teams: readonly (readonly Skill[])[], { sport }: MatchFormat): void {
  load(kernel, teams);
  sumUpTeams(kernel, sportParameters(sport));
}

function learn(played: readonly RatedGame[], { sport }: MatchFormat): void {
  const { teams, strength, variance, moved, remaining } = kernel;
  const parameters = sportParameters(sport);
  weighTeams(kernel, played, parameters);
  for (let team = 0; team < teams; team += 1) {
    strength[team] = (strength[team] ?? 0) + (moved[team] ?? 0);
    variance[team] = teams === 2 ? kernel.apart / 2 : (remaining[team] ?? 0);
  }
  if (teams !== 2) return;
  const [first = 0, second = 0] = played.at(-1)?.scores ?? [];
  // Half of it for each, so that the order of the teams changes no bit.
  const ahead = (parameters.momentum * Math.sign(first - second)) / 2;
  strength[0] = (strength[0] ?? 0) + ahead;
  strength[1] = (strength[1] ?? 0) - ahead;
}

function probabilities(format: MatchFormat, bestOf: number): number[] {
  const slope = decisiveness(format, sportParameters(format.sport));
  return kernel.teams === 2 ? ofTwo(slope, bestOf) : ofSeveral(slope);
}

/** The mean over what the strengths and the form of the day may be, of which all games have the same. */
function ofTwo(slope: number, bestOf: number): number[] {
  const { strength, variance } = kernel;
  const ahead = (strength[0] ?? 0) - (strength[1] ?? 0);
  const spread = Math.sqrt((variance[0] ?? 0) + (variance[1] ?? 0));
  const better = ahead === 0 ? 0.5 : chanceOfLead({ lead: Math.abs(ahead), spread, slope, bestOf });
  return ahead < 0 ? [1 - better, better] : [better, 1 - better];
}

function ofSeveral(slope: number): number[] {
  const { teams, strength, variance } = kernel;
  const strengths = strength.subarray(0, teams);
  const spread = (2 / teams) * variance.subarray(0, teams).reduce((sum, own) => sum + own, 0);
  const scale = slope / Math.sqrt(1 + (slope * slope * spread * Math.PI) / 8);
  const strongest = strengths.reduce((max, own) => Math.max(max, own));
  const weights = Array.from(strengths, (own) => Math.exp(scale * (own - strongest)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
