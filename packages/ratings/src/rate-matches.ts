import { PRIMARY_BRACKET } from './model/brackets.ts';
import type { RatedGame } from './model/game-formats.ts';
import { rateMatch } from './model/rate-match.ts';
import { currentModel, type PlayedSkill, type RatingModel } from './model/rating-model.ts';
import { playerId, type Skill } from './model/scale.ts';

/** One rating at one moment of the fold. */
export interface RatingState extends PlayedSkill {
  /** `R`, from 2.000 to 8.000. */
  rating: number;
  /** The rated games that the rating rests on. */
  games: number;
}

/** The same with the player, the sport and the bracket that it belongs to. */
export interface KeyedState extends RatingState {
  /** Any name of the player. */
  memberId: string;
  /** The code of a sport (`sports`). */
  sport: string;
  /** The key of a bracket, such as `doubles-open` (`bracketsOf`). */
  bracket: string;
}

/** Where a rater reads ratings, and stores them. */
export interface Ratings {
  /** The state of a player in a bracket; undefined before their first match. */
  get: (memberId: string, sport: string, bracket: string) => RatingState | undefined;
  /** Keeps a state in place of the one before. */
  set: (state: KeyedState) => void;
}

/** A match as it is rated. */
export interface MatchToRate {
  /** Any identifier of the match. */
  id: string;
  /** The code of a sport (`sports`). */
  sport: string;
  /** When it was played. */
  matchDate: Date;
  /** The keys of the brackets that it counts in (`bracketsOf`). */
  brackets: readonly string[];
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  /** In the order they were played. */
  games: readonly RatedGame[];
  /** Players whom the match does not move: they enter it with their skill as it stands. */
  unrated: ReadonlySet<string>;
  /** Ratings just before this match of those of them whose ratings the rater does not keep. */
  bystanders?: ReadonlyMap<string, Pick<Ratings, 'get'>>;
}

/** One rating after one match. There is one for each player it moves and each bracket it counts for. */
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
  /** Null where the player had no rating in the bracket. */
  previousRating: number | null;
  /** `R` after the match, from 2.000 to 8.000. */
  rating: number;
  /** After the match, from 0 to 1. */
  reliability: number;
  /** Games this rating rests on, those of this match among them. */
  games: number;
  /** How many games of this match were rated. */
  gamesCounted: number;
  /** When the player last played, in milliseconds since 1970: then, or in a match dated later. */
  lastPlayed: number;
}

/** Rates one match, and goes on from there with the next. */
export type MatchRater = (match: MatchToRate) => RatingStep[];

/** Ratings of players in memory, from those given. */
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
 * Applies matches one after the other, in the order given, to ratings as they stand. `current`
 * holds every rating of the players in the sports of the matches; none where nobody has played.
 */
export function rateMatches(
  current: readonly KeyedState[],
  matches: readonly MatchToRate[],
): RatingStep[] {
  return matches.flatMap(matchRater(current));
}

/** The same match by match: call the function that it returns with each match in turn. */
export function matchRater(
  current: readonly KeyedState[],
  model: RatingModel = currentModel,
): MatchRater {
  return raterOver(newRatings(current), model);
}

/** The same over ratings that the caller keeps: each match moves them. */
export function raterOver(states: Ratings, model: RatingModel): MatchRater {
  return (match) => {
    if (match.teams.flat().every((memberId) => match.unrated.has(memberId))) return [];
    const steps = match.brackets.flatMap((bracket) => rateInBracket(states, model, match, bracket));
    for (const step of steps) states.set(step);
    return steps;
  };
}

// More than anybody plays in a lifetime, so that a number of bits is enough to store them.
const MAX_GAMES = 200_000;

/** Returns how many games a rating rests on after a match: 200,000 at most. */
export function countGames(before: number, played: number): number {
  return Math.min(MAX_GAMES, before + played);
}

/** Names one rating of one player. */
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
  /** Where the ratings of a player are, as they were before the match. */
  statesOf: (memberId: string) => Pick<Ratings, 'get'>;
}

/** The skills that the players enter a match with, team by team. */
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
