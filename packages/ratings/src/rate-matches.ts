import { PRIMARY_BRACKET } from './model/brackets.ts';
import type { RatedGame } from './model/game-formats.ts';
import { rateMatch } from './model/rate-match.ts';
import { currentModel, type PlayedSkill, type RatingModel } from './model/rating-model.ts';
import { playerId, type Skill } from './model/scale.ts';

/** A rating between two matches. */
export interface RatingState extends PlayedSkill {
  /** `R`, from 2.000 to 8.000. */
  rating: number;
  /** The number of rated games that the rating depends on. */
  games: number;
}

/** A rating with its player, sport, and bracket. */
export interface KeyedState extends RatingState {
  /** Any name of the player. */
  memberId: string;
  /** The code of a sport (`sports`). */
  sport: string;
  /** The key of a bracket, such as `doubles-open` (`bracketsOf`). */
  bracket: string;
}

/** The place where a rater reads and stores ratings. */
export interface Ratings {
  /** Returns the state of a player in a bracket; undefined before their first match. */
  get: (memberId: string, sport: string, bracket: string) => RatingState | undefined;
  /** Stores a state, and replaces the earlier one. */
  set: (state: KeyedState) => void;
}

/** A match to rate. */
export interface MatchToRate {
  /** Any identifier of the match. */
  id: string;
  /** The code of a sport (`sports`). */
  sport: string;
  /** When it was played. */
  matchDate: Date;
  /** The keys of the brackets in which it counts (`bracketsOf`). */
  brackets: readonly string[];
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  /** In the order in which they were played. */
  games: readonly RatedGame[];
  /** Players whom the match does not move. They enter the match with their current skill. */
  unrated: ReadonlySet<string>;
  /** The ratings just before this match of unrated players whom the rater does not store. */
  bystanders?: ReadonlyMap<string, Pick<Ratings, 'get'>>;
}

/** A rating after a match. There is one for each player whom the match moves and each bracket in which it counts. */
export interface RatingStep extends Skill {
  /** The `id` of the match. */
  matchId: string;
  /** When it was played. */
  matchDate: Date;
  /** The name of the player. */
  memberId: string;
  /** The code of the sport. */
  sport: string;
  /** The key of the bracket. */
  bracket: string;
  /** `R` before the match; null if the player had no rating in the bracket. */
  previousRating: number | null;
  /** `R` after the match, from 2.000 to 8.000. */
  rating: number;
  /** The reliability after the match, from 0 to 1. */
  reliability: number;
  /** The number of games that the rating depends on, including those of this match. */
  games: number;
  /** How many games of this match were rated. */
  gamesCounted: number;
  /** When the player last played, in milliseconds since 1970: this match, or a match with a later date. */
  lastPlayed: number;
}

/**
 * Rates one match. The next match starts from the result.
 * @throws RangeError for an invalid `matchDate` or score, which would make all later ratings NaN or wrong, and for teams of
 *   different sizes.
 */
export type MatchRater = (match: MatchToRate) => RatingStep[];

/** Holds ratings of players in memory. */
export function newRatings(current: readonly KeyedState[] = []): Ratings {
  const states = new Map<string, KeyedState>();
  const set = (state: KeyedState) => {
    states.set(ratingKey(state.memberId, state.sport, state.bracket), state);
  };
  for (const state of current) set(state);
  return {
    get: (memberId, sport, bracket) => states.get(ratingKey(memberId, sport, bracket)),
    set,
  };
}

/**
 * Rates matches in the order given, starting from `current`: every rating of the players in the sports of the matches, or none if
 * nobody has played yet.
 */
export function rateMatches(
  current: readonly KeyedState[],
  matches: readonly MatchToRate[],
): RatingStep[] {
  return matches.flatMap(matchRater(current));
}

/** Returns a function that rates match by match. Call it with each match in turn. */
export function matchRater(
  current: readonly KeyedState[],
  model: RatingModel = currentModel,
): MatchRater {
  return raterOver(newRatings(current), model);
}

/** Does the same with ratings that the caller stores. Each match changes them. */
export function raterOver(states: Ratings, model: RatingModel): MatchRater {
  return (match) => {
    checkMatch(match);
    if (match.teams.flat().every((memberId) => match.unrated.has(memberId))) return [];
    const steps = match.brackets.flatMap((bracket) => rateInBracket(states, model, match, bracket));
    for (const step of steps) states.set(step);
    return steps;
  };
}

function checkMatch({ id, matchDate, teams, games }: MatchToRate): void {
  if (Number.isNaN(matchDate.getTime())) {
    throw new RangeError(`The matchDate of match ${id} is not a valid date.`);
  }
  const isScored = games.every(
    ({ scores }) => scores.length === teams.length && scores.every((score) => score >= 0),
  );
  if (!isScored) {
    throw new RangeError(`Each game of match ${id} needs a score of 0 or more for each team.`);
  }
}

// More than a player plays in a lifetime. The limit makes the number fit into its stored bits.
const MAX_GAMES = 200_000;

/** Returns the number of games that a rating depends on after a match, at most 200,000. */
export function countGames(before: number, played: number): number {
  return Math.min(MAX_GAMES, before + played);
}

/** Returns a key for one rating of one player. */
export function ratingKey(memberId: string, sport: string, bracket: string): string {
  return `${memberId} ${sport} ${bracket}`;
}

function rateInBracket(
  states: Ratings,
  model: RatingModel,
  match: MatchToRate,
  bracket: string,
): RatingStep[] {
  const { sport, games, unrated } = match;
  const playedAt = match.matchDate.getTime();
  const before = enteringSkills(match, bracket, {
    model,
    statesOf: (memberId) => match.bystanders?.get(memberId) ?? states,
  });
  const { skills } = rateMatch(before, match, model.weigh);
  return match.teams.flatMap((team, teamIndex) =>
    team.flatMap((memberId, position) => {
      const skill = skills[teamIndex]?.[position];
      if (unrated.has(memberId) || skill === undefined) return [];
      const { mu, sigma, id, direction, partner, open } = skill;
      const previous = states.get(memberId, sport, bracket);
      const rating = model.ratingOf(mu);
      return {
        matchId: match.id,
        matchDate: match.matchDate,
        memberId,
        sport,
        bracket,
        previousRating: previous?.rating ?? null,
        rating,
        mu,
        sigma,
        id,
        direction,
        partner,
        open,
        reliability: model.reliabilityOf(sigma),
        games: countGames(previous?.games ?? 0, games.length),
        gamesCounted: games.length,
        lastPlayed: Math.max(previous?.lastPlayed ?? playedAt, playedAt),
      };
    }),
  );
}

interface EnteringSource {
  model: RatingModel;
  /** Returns the ratings of a player before the match. */
  statesOf: (memberId: string) => Pick<Ratings, 'get'>;
}

/** Returns the skills with which the players enter a match, team by team. */
export function enteringSkills(
  { sport, matchDate, teams }: Pick<MatchToRate, 'sport' | 'matchDate' | 'teams'>,
  bracket: string,
  { model, statesOf }: EnteringSource,
): Skill[][] {
  const playedAt = matchDate.getTime();
  const discipline = { sport, teamSize: teams[0]?.length ?? 0 };
  return teams.map((team) =>
    team.map((memberId) => {
      const states = statesOf(memberId);
      const own = states.get(memberId, sport, bracket);
      const primary = states.get(memberId, sport, PRIMARY_BRACKET);
      return model.skillAt({ id: playerId(memberId), own, primary }, discipline, playedAt);
    }),
  );
}
