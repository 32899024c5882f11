import {
  isSport,
  PRIMARY_BRACKET,
  predictMatch,
  type RatingModel,
  rateMatch,
  ratingOf,
  type Skill,
  usualFormat,
} from '@partner-rating/ratings';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { assumptionsOf } from './domain/predict-match.ts';
import { readPlayers } from './predict-matches.ts';

/** The prediction of a match that a player imagines. */
export interface ImaginedMatch {
  /** How likely their team is to win, from 0 to 1. */
  chance: number;
  /** How reliable the difference of the teams is, from 0 to 1. */
  reliability: number;
  /** How a match with these scores would change the player's rating today, the best result first. */
  effects: { scores: [own: number, other: number]; change: number }[];
}

interface ImaginedTeams {
  sport: string;
  /** The ids of the player's team, the player first. */
  own: readonly string[];
  /** The ids of the opponents, the same number. */
  others: readonly string[];
}

/**
 * Returns the chance of a player in a match and the effects of results, by the present ratings. Null if a player does not
 * exist or hides the ratings from strangers.
 */
export async function imagineMatch(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { sport, own, others }: ImaginedTeams,
): Promise<ImaginedMatch | null> {
  const assumptions = assumptionsOf({ sport });
  const { players, model } = await readPlayers(database, {
    // A player sees the ratings of others as strangers do.
    ...{ applicationId: null, sport, bracket: PRIMARY_BRACKET, at: clock() },
    references: [...own, ...others],
    self: own[0],
  });
  const skills = [own, others].map((team) =>
    team.flatMap((id) => {
      const player = players.get(id);
      return player?.sharesRatings ? player.skillIn(team.length) : [];
    }),
  );
  if (skills.flat().length < own.length + others.length) return null;
  const { winProbability, reliability } = predictMatch(skills, assumptions, model.parametersOf);
  const [chance = 0] = winProbability;
  return { chance, reliability, effects: effectsOf(sport, skills, model) };
}

/** Returns the effects of a clear win, a close win, a close loss and a clear loss. */
function effectsOf(
  sport: string,
  skills: readonly Skill[][],
  model: RatingModel,
): ImaginedMatch['effects'] {
  const { winScore, winBy } = usualFormat(isSport(sport) ? sport : 'pickleball');
  const [clear, close] = [Math.floor(winScore / 3), winScore - winBy];
  const wins = [...new Set([clear, close])];
  const outcomes: [number, number][] = [
    ...wins.map((other): [number, number] => [winScore, other]),
    ...wins.toReversed().map((own): [number, number] => [own, winScore]),
  ];
  const before = skills[0]?.[0]?.mu ?? 0;
  return outcomes.map((scores) => {
    const rated = rateMatch(skills, { sport, games: [{ scores, winScore, winBy }] }, model.weigh);
    const after = rated.skills[0]?.[0]?.mu ?? before;
    return { scores, change: ratingOf(after) - ratingOf(before) };
  });
}
