import type { RatingRow } from '../../database/schema.ts';
import { PRIMARY_BRACKET } from './brackets.ts';
import { type RatedGame, rateGames } from './rate-games.ts';
import { ratingOf, reliabilityOf, type Skill, STARTING_SKILL } from './scale.ts';

export interface MatchToRate {
  id: string;
  sport: string;
  matchDate: Date;
  brackets: readonly string[];
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  games: readonly RatedGame[];
}

/** One rating after one match. There is one for each player and bracket the match counts for. */
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

interface RatingState extends Skill {
  rating: number;
  games: number;
}

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
export function matchRater(current: readonly RatingRow[]): (match: MatchToRate) => RatingStep[] {
  const states = new Map<string, RatingState>(
    current.map((row) => [ratingKey(row.member_id, row.sport, row.bracket), row]),
  );
  return (match) => {
    const steps = match.brackets.flatMap((bracket) => rateInBracket(states, match, bracket));
    for (const step of steps) {
      states.set(ratingKey(step.memberId, step.sport, step.bracket), step);
    }
    return steps;
  };
}

/** Names one rating of one player. */
export function ratingKey(memberId: string, sport: string, bracket: string): string {
  return `${memberId} ${sport} ${bracket}`;
}

function rateInBracket(
  states: ReadonlyMap<string, RatingState>,
  match: MatchToRate,
  bracket: string,
): RatingStep[] {
  const before = match.teams.map((team) =>
    team.map((memberId) => skillIn(states, memberId, match.sport, bracket)),
  );
  const after = rateGames(before, match.games);
  return match.teams.flatMap((team, teamIndex) =>
    team.map((memberId, position) => {
      const { mu, sigma } = after[teamIndex]?.[position] ?? STARTING_SKILL;
      const previous = states.get(ratingKey(memberId, match.sport, bracket));
      return {
        matchId: match.id,
        matchDate: match.matchDate,
        memberId,
        sport: match.sport,
        bracket,
        previousRating: previous?.rating ?? null,
        rating: ratingOf(mu),
        mu,
        sigma,
        reliability: reliabilityOf(sigma),
        games: (previous?.games ?? 0) + match.games.length,
        gamesCounted: match.games.length,
      };
    }),
  );
}

// A strong player's first mixed match is not a beginner's: a bracket starts from the primary rating,
// yet as unsure as any start.
function skillIn(
  states: ReadonlyMap<string, RatingState>,
  memberId: string,
  sport: string,
  bracket: string,
): Skill {
  const state = states.get(ratingKey(memberId, sport, bracket));
  if (state !== undefined) return { mu: state.mu, sigma: state.sigma };
  const primary = states.get(ratingKey(memberId, sport, PRIMARY_BRACKET)) ?? STARTING_SKILL;
  return { mu: primary.mu, sigma: STARTING_SKILL.sigma };
}
