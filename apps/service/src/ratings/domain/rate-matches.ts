import type { RatingRow } from '../../platform/database/schema.ts';
import { PRIMARY_BRACKET } from './brackets.ts';
import type { RatedGame } from './rate-games.ts';
import { currentModel, type RatingModel } from './rating-model.ts';
import { RatingStates } from './rating-states.ts';
import type { Skill } from './scale.ts';

export interface MatchToRate {
  id: string;
  sport: string;
  matchDate: Date;
  brackets: readonly string[];
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  games: readonly RatedGame[];
  /** Whom the match does not move: they enter it with their skill as it stands. */
  unrated: ReadonlySet<string>;
  /** Ratings just before this match of those of them whose ratings the rater does not keep. */
  bystanders?: ReadonlyMap<string, RatingStates>;
}

/** One rating after one match. There is one for each player it moves and each bracket it counts for. */
export interface RatingStep extends Skill {
  matchId: string;
  matchDate: Date;
  memberId: string;
  sport: string;
  bracket: string;
  /** Null where the player had no rating in the bracket. */
  previousRating: number | null;
  rating: number;
  reliability: number;
  /** Games this rating rests on, those of this match among them. */
  games: number;
  gamesCounted: number;
}

/** Rates one match, and goes on from there with the next. */
export type MatchRater = (match: MatchToRate) => RatingStep[];

/**
 * Applies matches one after the other, in the order given, to ratings as they stand. `current`
 * holds every rating of the players in the sports of the matches.
 */
export function rateMatches(
  current: readonly RatingRow[],
  matches: readonly MatchToRate[],
): RatingStep[] {
  return matches.flatMap(matchRater(current));
}

/** The same match by match: call what it gives with each match in turn. */
export function matchRater(current: readonly RatingRow[]): MatchRater {
  const states = new RatingStates();
  for (const { member_id: memberId, ...row } of current) states.set({ memberId, ...row });
  return raterOver(states, currentModel);
}

/** The same over ratings that the caller keeps: each match moves them. */
export function raterOver(states: RatingStates, model: RatingModel): MatchRater {
  return (match) => {
    if (match.teams.flat().every((memberId) => match.unrated.has(memberId))) return [];
    const steps = match.brackets.flatMap((bracket) => rateInBracket(states, model, match, bracket));
    for (const step of steps) states.set(step);
    return steps;
  };
}

/** Names one rating of one player. */
export function ratingKey(memberId: string, sport: string, bracket: string): string {
  return `${memberId} ${sport} ${bracket}`;
}

function rateInBracket(
  states: RatingStates,
  model: RatingModel,
  match: MatchToRate,
  bracket: string,
): RatingStep[] {
  const before = match.teams.map((team) =>
    team.map((memberId) => {
      const own = match.bystanders?.get(memberId) ?? states;
      return skillIn(own, model, memberId, match.sport, bracket);
    }),
  );
  const after = model.rateGames(before, match.games);
  return match.teams.flatMap((team, teamIndex) =>
    team.flatMap((memberId, position) => {
      if (match.unrated.has(memberId)) return [];
      const { mu, sigma } = after[teamIndex]?.[position] ?? model.start;
      const previous = states.get(memberId, match.sport, bracket);
      return {
        matchId: match.id,
        matchDate: match.matchDate,
        memberId,
        sport: match.sport,
        bracket,
        previousRating: previous?.rating ?? null,
        rating: model.ratingOf(mu),
        mu,
        sigma,
        reliability: model.reliabilityOf(sigma),
        games: (previous?.games ?? 0) + match.games.length,
        gamesCounted: match.games.length,
      };
    }),
  );
}

// A strong player's first mixed match is not a beginner's: a bracket starts from the primary rating,
// yet as unsure as any start.
function skillIn(
  states: RatingStates,
  model: RatingModel,
  memberId: string,
  sport: string,
  bracket: string,
): Skill {
  const state = states.get(memberId, sport, bracket);
  if (state !== undefined) return { mu: state.mu, sigma: state.sigma };
  const primary = states.get(memberId, sport, PRIMARY_BRACKET) ?? model.start;
  return { mu: primary.mu, sigma: model.start.sigma };
}
