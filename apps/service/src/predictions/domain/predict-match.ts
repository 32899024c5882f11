import {
  bracketKeys,
  type Discipline,
  isSport,
  type MatchFormat,
  PRIMARY_BRACKET,
  playerId,
  type RatingModel,
  type Skill,
  usualFormat,
} from '@partner-rating/ratings';
import type { ErrorItem, Schemas } from '@partner-rating/server';
import { teamSizeErrors } from '../../matches/domain/game-errors.ts';
import { type NamedPlayer, namedErrors, namedIn } from '../../matches/domain/players.ts';
import { sportErrors } from '../../ratings/domain/sports.ts';
import type { StoredSkill } from '../store/players.ts';

/** The stored values of a player that predictions use. Null without a rating. */
interface StoredPlayer {
  id: string;
  /** In the bracket, and in the primary one. */
  own: StoredSkill | null;
  primary: StoredSkill | null;
}

/** Returns the skill with which a player would enter a match of a sport at a time, as the model rates it. */
export function entrySkill(
  { id, own, primary }: StoredPlayer,
  { sport, teamSize, at }: Discipline & { at: Date },
  model: RatingModel,
): Skill {
  const known = playerId(id);
  const toSkill = (skill: StoredSkill | null) => (skill ? { ...skill, id: known } : undefined);
  const skills = { id: known, own: toSkill(own), primary: toSkill(primary) };
  return model.skillAt(skills, { sport, teamSize }, at.getTime());
}

/** The assumptions of a prediction: the bracket of the ratings, and the format of the match. */
interface Assumptions extends MatchFormat {
  bracket: string;
  bestOf: Schemas.BestOf;
}

export type AssumptionsAsked = Pick<
  Schemas.PredictionRequest,
  'sport' | 'bracket' | 'winScore' | 'winBy' | 'bestOf'
>;

/** Fills in the assumptions that the request omits. */
export function assumptionsOf({
  sport,
  bracket = PRIMARY_BRACKET,
  bestOf = 1,
  ...asked
}: AssumptionsAsked): Assumptions {
  const usual = usualFormat(isSport(sport) ? sport : 'pickleball');
  const { winScore = usual.winScore, winBy = usual.winBy } = asked;
  return { sport, bracket, winScore, winBy, bestOf };
}

export function assumptionErrors({ sport, bracket }: Assumptions): ErrorItem[] {
  const errors = sportErrors(sport, '/sport');
  if (!bracketKeys.includes(bracket)) {
    const detail = `There is no bracket ${bracket}. Use one of ${bracketKeys.join(', ')}.`;
    errors.push({ pointer: '/bracket', code: 'unknown_bracket', detail });
  }
  return errors;
}

/** A player that the application may know. */
export interface PredictedPlayer {
  id: string;
  /** Whether the application may see the ratings, and so predictions. */
  sharesRatings: boolean;
  /** Returns the skill with which they would enter a match of teams of this size now. */
  skillIn: (teamSize: number) => Skill;
}

/** Returns all errors of matches to predict. */
export function predictionErrors(
  matches: readonly Schemas.PlannedMatch[],
  assumptions: Assumptions,
  players: ReadonlyMap<string, PredictedPlayer>,
): ErrorItem[] {
  return [
    ...assumptionErrors(assumptions),
    ...bestOfErrors(matches, assumptions),
    ...matches.flatMap(({ teams }, position) => [
      ...playerErrors(namedIn({ position, teams }), players, repeatedInMatch),
      ...teamSizeErrors({ teams }, `/matches/${position}`),
    ]),
  ];
}

function bestOfErrors(
  matches: readonly Schemas.PlannedMatch[],
  { bestOf }: Assumptions,
): ErrorItem[] {
  const position = matches.findIndex(({ teams }) => teams.length > 2);
  if (bestOf === 1 || position < 0) return [];
  const detail =
    `/matches/${position} has more than two teams, so nobody need win more than half of ` +
    `${bestOf} games. Predict such matches for one game each, in a request of their own.`;
  return [{ pointer: '/bestOf', code: 'best_of_needs_two_teams', detail }];
}

function repeatedInMatch(reference: string): string {
  return `Member ${reference} already plays in this match. Name each player once in a match.`;
}

/** Returns all errors of players to split into teams. */
export function balanceErrors(
  { players: references, teamSize }: Schemas.BalanceRequest,
  assumptions: Assumptions,
  players: ReadonlyMap<string, PredictedPlayer>,
): ErrorItem[] {
  const named = references.map((reference, index) => ({ reference, pointer: `/players/${index}` }));
  return [
    ...assumptionErrors(assumptions),
    ...fitErrors(references.length, teamSize),
    ...playerErrors(named, players, repeatedInList),
  ];
}

function fitErrors(players: number, teamSize: number): ErrorItem[] {
  const court = 2 * teamSize;
  if (players % court === 0) return [];
  const detail =
    `A court takes ${court} players, two teams of ${teamSize}, and ${players} players do not fill a whole ` +
    `number of courts. Send a multiple of ${court}, or another teamSize.`;
  return [{ pointer: '/players', code: 'players_do_not_fit', detail }];
}

function repeatedInList(reference: string): string {
  return `Member ${reference} is in the list already. Name each player once.`;
}

/**
 * Returns the errors of players who cannot be predicted: those of a batch, and hidden ratings, which a prediction would
 * give away.
 */
function playerErrors(
  named: readonly NamedPlayer[],
  players: ReadonlyMap<string, PredictedPlayer>,
  repeated: (reference: string) => string,
): ErrorItem[] {
  return [
    ...namedErrors(named, players, repeated),
    ...named.flatMap(({ reference, pointer }): ErrorItem[] => {
      if (players.get(reference)?.sharesRatings !== false) return [];
      const detail =
        `Member ${reference} is connected to your application without user:rating:read, so ` +
        'their ratings are not used. Leave them out, or let them connect again and grant it.';
      return [{ pointer, code: 'ratings_not_shared', detail }];
    }),
  ];
}
