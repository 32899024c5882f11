import { type ParametersOf, type SportRows, sportParameters } from '../model/parameters.ts';
import { modelOf, type RatingModel } from '../model/rating-model.ts';
import type { SportParameters } from '../model/sports.ts';
import { seededRandom } from '../random.ts';
import { type Bounds, blocksOf, bootstrapMean, type Interval, slopeInterval } from './bootstrap.ts';
import type { MatchLog, PlayedMatch } from './match-log.ts';
import { type Judged, logLossOf, type Metrics, measure } from './metrics.ts';
import { minimizeInSteps } from './nelder-mead.ts';
import { bestOfIn, gamesWon, type Results, resultsOf, type Unit } from './results.ts';
import {
  type OnProgress,
  ourForecaster,
  runToEnd,
  type Walk,
  walkForwardInSteps,
  walkInSteps,
  walkMatches,
} from './walk.ts';

/** The discipline to find parameters for. */
export interface FitOptions {
  /** The code of a sport in the log. */
  sport: string;
  discipline: keyof SportRows;
  /** The share of the earliest matches, on which parameters are found: between 0 and 1; 0.6 by default. */
  fromShare?: number;
  /** The parameters in use, from which the search starts; those of the package by default. */
  parametersOf?: ParametersOf;
  onProgress?: OnProgress;
}

/** Parameters, and the quality of their predictions on matches that the search did not see. */
export interface JudgedParameters extends Record<Unit, Metrics> {
  parameters: SportParameters;
  /** The 95% intervals of the slopes; null without a slope. */
  slopeIntervals: Record<Unit, Bounds | null>;
}

/** The parameters in use, next to those that were found. */
export interface ParameterFit {
  /** The numbers of matches with a winner: on which parameters were found, and on which both sets of parameters are judged. */
  matches: { found: number; judged: number };
  /** When the first of the judged matches was played, in milliseconds since 1970. */
  judgedFrom: number;
  today: JudgedParameters;
  found: JudgedParameters;
  /** How much more log loss the found parameters have than today's. Below 0, the found parameters are better. Null without a result. */
  difference: Record<Unit, Interval | null>;
}

/**
 * The smallest numbers of matches with a winner that a fit needs: to find parameters, and to judge them. Together, they are a little
 * more than the 1,433 public matches of table tennis, which were too few for a search.
 */
export const FIT_NEEDS: Readonly<ParameterFit['matches']> = { found: 900, judged: 600 };

/** Thrown if a fit would find and judge parameters on fewer matches than `FIT_NEEDS`. */
export class TooFewMatchesError extends RangeError {
  override name = 'TooFewMatchesError';
  /** The numbers of matches with a winner, in the first part and in the last. */
  readonly matches: ParameterFit['matches'];

  constructor(where: string, matches: ParameterFit['matches']) {
    super(
      `There are too few matches of ${where} with a winner: ${matches.found} to find parameters on, of which it takes ` +
        `${FIT_NEEDS.found}, and ${matches.judged} to judge them, of which it takes ${FIT_NEEDS.judged}.`,
    );
    this.matches = matches;
  }
}

const MAX_EVALUATIONS = 150;
const FIRST_STEP = 0.4;
const TOLERANCE = 1e-6;
const SEED = 1;

// Wider than every row in use. Beyond these bounds, a match would have no effect, or would decide everything.
const BOUNDS = [
  ['startSpread', 0.1, 6],
  // As a share of startSpread. With more, a newcomer would have a reliability above 0; with less, the ratings of a field
  // would crowd at both ends of the scale.
  ['scaleSpread', 0.5, 1],
  ['driftPerMatch', 0.0005, 0.2],
  ['form', 0.02, 2],
  ['noise', 0.002, 1],
  ['lengthGain', 0.02, 3],
] as const;

/**
 * Finds parameters of a discipline on the first matches of a log, and compares them with today's on the rest. Each match is
 * predicted from those before it. The search minimizes the log loss of the winner of a match. `driftPerDay` and `groupSpread` keep
 * today's ratio to `scaleSpread`, and `longMatchGain` and `momentum` stay as they are. The same log gives the same parameters.
 * 10,000 matches take about ten seconds.
 * @throws TooFewMatchesError if fewer than 900 matches with a winner are left to find parameters on, or 600 to judge them.
 */
export function fitParameters(log: MatchLog, options: FitOptions): ParameterFit {
  return runToEnd(fitInSteps(log, options));
}

/**
 * Does the same in steps, for a server with other work to do. Yields the number of matches predicted and rated since the last step.
 * @throws TooFewMatchesError as `fitParameters`.
 */
export function* fitInSteps(
  log: MatchLog,
  {
    sport,
    discipline,
    fromShare = 0.6,
    parametersOf = sportParameters,
    onProgress = () => {},
  }: FitOptions,
): Generator<number, ParameterFit> {
  const isSingles = discipline === 'singles';
  const today = parametersOf(sport, isSingles ? 1 : 2);
  const modelWith = (parameters: SportParameters) =>
    modelOf((of, teamSize) =>
      of === sport && (teamSize === 1) === isSingles ? parameters : parametersOf(of, teamSize),
    );
  const order = log.playedOrder().filter((index) => {
    const match = log.at(index);
    return match.sport === sport && (match.teams[0]?.length === 1) === isSingles;
  });
  const judgedFrom = log.at(order[Math.floor(fromShare * order.length)] ?? 0).playedAt;
  const first = { log, order: order.filter((index) => log.at(index).playedAt < judgedFrom) };
  const found = countDecided(first);
  const matches = { found, judged: countDecided({ log, order }) - found };
  if (matches.found < FIT_NEEDS.found || matches.judged < FIT_NEEDS.judged) {
    throw new TooFewMatchesError(`${sport} ${discipline}`, matches);
  }

  let evaluations = 0;
  const point = yield* minimizeInSteps(
    (logs) => {
      evaluations += 1;
      onProgress(evaluations / (MAX_EVALUATIONS + 1));
      return meanLossInSteps(first, modelWith(parametersAt(logs, today)));
    },
    {
      start: pointOf(today),
      bounds: BOUNDS.map(([, lower, upper]) => ({
        lower: Math.log(lower),
        upper: Math.log(upper),
      })),
      step: FIRST_STEP,
      maxEvaluations: MAX_EVALUATIONS,
      tolerance: TOLERANCE,
    },
  );
  const fit = yield* judgeInSteps(
    { log, order },
    { judgedFrom, today, found: parametersAt(point, today), modelWith },
  );
  onProgress(1);
  return { matches, judgedFrom, ...fit };
}

function pointOf(parameters: SportParameters): number[] {
  const { startSpread, scaleSpread } = parameters;
  const values = { ...parameters, scaleSpread: scaleSpread / startSpread };
  return BOUNDS.map(([name]) => Math.log(values[name]));
}

function parametersAt(point: readonly number[], today: SportParameters): SportParameters {
  const [startSpread = 0, share = 0, driftPerMatch = 0, form = 0, noise = 0, lengthGain = 0] =
    point.map(Math.exp);
  const scaleSpread = share * startSpread;
  const driftPerDay = (today.driftPerDay / today.scaleSpread) * scaleSpread;
  const groupSpread = (today.groupSpread / today.scaleSpread) * scaleSpread;
  const { longMatchGain, momentum } = today;
  const found = { driftPerMatch, form, noise, lengthGain, longMatchGain, momentum };
  return { startSpread, scaleSpread, groupSpread, driftPerDay, ...found };
}

/** Returns the most games that a match with a winner could have. */
function decidedBestOf({ teams, games, isFinished }: PlayedMatch): number | null {
  return teams.length === 2 && isFinished ? bestOfIn(games) : null;
}

function countDecided(walk: Walk): number {
  let count = 0;
  walkMatches(walk, (match) => {
    if (decidedBestOf(match) !== null) count += 1;
  });
  return count;
}

/** Returns the mean log loss of the winners of matches, each predicted from the matches before it. */
function* meanLossInSteps(walk: Walk, model: RatingModel): Generator<number, number> {
  const forecaster = ourForecaster(walk.log.players, model);
  let loss = 0;
  let count = 0;
  yield* walkInSteps(walk, (match) => {
    const bestOf = decidedBestOf(match);
    if (bestOf !== null) {
      const [first = 0, second = 0] = gamesWon(match.games);
      loss += logLossOf(forecaster.match(match, bestOf), first > second ? 1 : 0);
      count += 1;
    }
    forecaster.rate(match);
  });
  return loss / count;
}

interface Judging {
  judgedFrom: number;
  today: SportParameters;
  found: SportParameters;
  modelWith: (parameters: SportParameters) => RatingModel;
}

function* judgeInSteps(
  walk: Walk,
  { judgedFrom, today, found, modelWith }: Judging,
): Generator<number, Pick<ParameterFit, 'today' | 'found' | 'difference'>> {
  const results = resultsOf(walk.log, walk.order, { from: judgedFrom, minGames: 0 });
  const predictionsWith = (parameters: SportParameters) =>
    walkForwardInSteps(walk, results, ourForecaster(walk.log.players, modelWith(parameters)));
  const ofToday = yield* predictionsWith(today);
  const ofFound = yield* predictionsWith(found);
  const differenceOf = (unit: Unit) =>
    difference(results[unit], { found: ofFound[unit], today: ofToday[unit] });
  return {
    today: judgedWith(today, results, ofToday),
    found: judgedWith(found, results, ofFound),
    difference: { game: differenceOf('game'), match: differenceOf('match') },
  };
}

function judgedWith(
  parameters: SportParameters,
  results: Record<Unit, Results>,
  predictions: Record<Unit, Float64Array>,
): JudgedParameters {
  const judgedOf = (unit: Unit) => judged(results[unit], predictions[unit]);
  const [game, match] = [measure(judgedOf('game')), measure(judgedOf('match'))];
  const slopeOf = (unit: Unit, { calibrationSlope }: Metrics) => {
    if (calibrationSlope === null) return null;
    const { count, matchOf } = results[unit];
    const ofMatches = matchOf.subarray(0, count);
    return slopeInterval(judgedOf(unit), calibrationSlope, ofMatches, seededRandom(SEED));
  };
  const slopeIntervals = { game: slopeOf('game', game), match: slopeOf('match', match) };
  return { parameters, game, match, slopeIntervals };
}

function judged({ count, outcome }: Results, predictions: Float64Array): Judged {
  return { predicted: predictions.subarray(0, count), happened: outcome.subarray(0, count) };
}

function difference(
  { count, outcome, matchOf }: Results,
  { found, today }: Record<'found' | 'today', Float64Array>,
): Interval | null {
  const differences = Float64Array.from({ length: count }, (_, result) => {
    const lossWith = (predictions: Float64Array) =>
      logLossOf(predictions[result] ?? 0.5, outcome[result] ?? 0.5);
    return lossWith(found) - lossWith(today);
  });
  return bootstrapMean(differences, blocksOf(matchOf.subarray(0, count)), seededRandom(SEED));
}
