import {
  balanceInSteps,
  PRIMARY_BRACKET,
  predictMatch,
  type RatingModel,
} from '@partner-rating/ratings';
import { type ErrorItem, ProblemError, type Schemas } from '@partner-rating/server';
import { MAXIMUM_ERRORS } from '../matches/domain/batch-result.ts';
import { splitReferences } from '../members/domain/names.ts';
import { isKnown, ratingsAreShown } from '../members/domain/visibility.ts';
import { runYielding } from '../platform/concurrency/batch-loader.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Database } from '../platform/database/schema.ts';
import { modelWith } from '../ratings/model-in-use.ts';
import {
  assumptionsOf,
  balanceErrors,
  entrySkill,
  type PredictedPlayer,
  predictionErrors,
} from './domain/predict-match.ts';
import { findPredictedPlayers } from './store/players.ts';

/**
 * Predicts matches by the present ratings.
 * @throws ProblemError `prediction_rejected` if a match or a player is invalid.
 */
export async function predictMatches(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  applicationId: string,
  { matches, ...asked }: Schemas.PredictionRequest,
): Promise<Schemas.PredictionResult> {
  const assumptions = assumptionsOf(asked);
  const { sport, bracket } = assumptions;
  const references = matches.flatMap(({ teams }) => teams.flat());
  const question = { applicationId, sport, bracket, at: clock(), references };
  const { players, model } = await readPlayers(database, question);
  const errors = predictionErrors(matches, assumptions, players);
  if (errors.length > 0) throw predictionRefusal(errors);
  return {
    ...assumptions,
    predictions: matches.map(({ teams }) => {
      const skills = teams.map((team) =>
        team.flatMap((reference) => players.get(reference)?.skillIn(team.length) ?? []),
      );
      return predictMatch(skills, assumptions, model.parametersOf);
    }),
  };
}

const MAX_LINEUPS = 3;

// A step takes some milliseconds. Sixteen players in teams of four take some tens of steps.
const MAX_COST = 20_000;

/**
 * Splits players into the fairest teams by the present ratings.
 * @throws ProblemError `prediction_rejected` if the players or their number are invalid.
 */
export async function balancePlayers(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  applicationId: string,
  request: Schemas.BalanceRequest,
): Promise<Schemas.BalanceResult> {
  const { players: references, teamSize, ...asked } = request;
  const assumptions = assumptionsOf(asked);
  const { sport, bracket } = assumptions;
  const question = { applicationId, sport, bracket, at: clock(), references };
  const { players: known, model } = await readPlayers(database, question);
  const errors = balanceErrors(request, assumptions, known);
  if (errors.length > 0) throw predictionRefusal(errors);

  // The result must not depend on the order of the players.
  const players = references
    .flatMap((reference) => ({ reference, ...known.get(reference) }))
    .sort((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1));
  const skills = players.flatMap(({ skillIn }) => skillIn?.(teamSize) ?? []);
  const { parametersOf } = model;
  const options = { teamSize, format: assumptions, count: MAX_LINEUPS, parametersOf };
  const lineups = await runYielding(balanceInSteps(skills, options), MAX_COST);
  return {
    ...assumptions,
    lineups: lineups.map(({ courts, unfairness }) => ({
      courts: courts.map(({ teams, ...prediction }) => ({
        teams: teams.map((team) => team.flatMap((position) => players[position]?.reference ?? [])),
        ...prediction,
      })),
      unfairness,
    })),
  };
}

/** Returns the response to a request that cannot be predicted: all errors, up to the most that a response lists. */
export function predictionRefusal(all: readonly ErrorItem[]): ProblemError {
  const [found, them] =
    all.length === 1 ? ['1 error was', 'it'] : [`${all.length} errors were`, 'them'];
  const errors = all.slice(0, MAXIMUM_ERRORS);
  const shown = errors.length < all.length ? ` The first ${errors.length} are listed.` : '';
  return new ProblemError('prediction_rejected', {
    detail: `${found} found and nothing was predicted.${shown} Fix ${them} and send the request again.`,
    errors,
  });
}

/** The players to read, the reader, and the bracket. */
interface PlayersAsked {
  /** The application that asks. Null for a player, who sees others as strangers do. */
  applicationId: string | null;
  sport: string;
  bracket: string;
  /** When they will play: absence until then lowers the reliability. */
  at: Date;
  /** As sent. A text that is not a member reference names nobody. */
  references: readonly string[];
  /** The id of the player who asks, who always sees their own ratings. */
  self?: string | undefined;
}

/** Returns the players that the application may know, by the reference it sent, and the model that rates them. */
export async function readPlayers(
  database: Database,
  { references, at, self, ...question }: PlayersAsked,
): Promise<{ players: Map<string, PredictedPlayer>; model: RatingModel }> {
  const { ids, numbers } = splitReferences([...new Set(references)]);
  const rows = await findPredictedPlayers(database, {
    ...question,
    primaryBracket: PRIMARY_BRACKET,
    references: [...ids, ...numbers],
  });
  const model = modelWith(rows[0]?.parameters ?? []);
  const players = new Map(
    rows
      .filter((row) => !row.isErased && (row.id === self || isKnown(row)))
      .map((row) => [
        row.reference,
        {
          id: row.id,
          sharesRatings: ratingsAreShown(row),
          skillIn: (teamSize: number) =>
            entrySkill(row, { sport: question.sport, teamSize, at }, model),
        },
      ]),
  );
  return { players, model };
}
