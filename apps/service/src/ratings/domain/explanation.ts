import type { MatchToWeigh } from './rate-match.ts';
import type { RatingModel } from './rating-model.ts';
import { countWins } from './records.ts';
import type { Skill } from './scale.ts';

/** Why a match moved a rating, as far as it can be said in numbers. */
export interface Explanation {
  /** The rating the player entered the match with, also where it was their first in the bracket. */
  ratingBefore: number;
  gamesWon: number;
  gamesPlayed: number;
  /** The share of the games that the player's team was expected to win, from 0 to 1. */
  expectedShare: number;
  /** The mean rating of all opponents as they entered the match. */
  opponentsRating: number;
  /** What each game moved the rating by, in their order; together the change of `R`. */
  contributions: number[];
}

/** How a player's mu moved in a match. */
export interface Movement {
  before: number;
  after: number;
  /** How far the player's mu goes with a logit of evidence for the team. */
  pull: number;
  /** By game, in logits. */
  evidence: readonly number[];
}

/**
 * How far `R` went with each game, one after the other, so that the parts add up to the change.
 * Nowhere, where a win or a loss was less than expected and the rating stayed for that.
 */
export function contributionsOf(
  { before, after, pull, evidence }: Movement,
  ratingOf: RatingModel['ratingOf'],
): number[] {
  if (after === before) return evidence.map(() => 0);
  let mu = before;
  let rating = ratingOf(before);
  return evidence.map((own, index) => {
    mu = index === evidence.length - 1 ? after : mu + pull * own;
    const reached = ratingOf(mu);
    const part = Math.round((reached - rating) * 1_000) / 1_000;
    rating = reached;
    return part;
  });
}

/** What is the same for all players of a team, team by team. */
export function explainTeams(
  model: RatingModel,
  teams: readonly (readonly Skill[])[],
  match: MatchToWeigh,
): Omit<Explanation, 'ratingBefore' | 'contributions'>[] {
  const expected = model.expectedShare(teams, match);
  const wins: number[] = [];
  countWins(match.games, wins, teams.length);
  const ratings = teams.map((team) => team.reduce((sum, { mu }) => sum + model.ratingOf(mu), 0));
  const all = ratings.reduce((sum, own) => sum + own, 0);
  return teams.map((team, index) => {
    const opponents = (teams.length - 1) * team.length;
    const mean = (all - (ratings[index] ?? 0)) / opponents;
    return {
      gamesWon: wins[index] ?? 0,
      gamesPlayed: match.games.length,
      expectedShare: expected[index] ?? 0,
      opponentsRating: Math.round(mean * 1_000) / 1_000,
    };
  });
}
