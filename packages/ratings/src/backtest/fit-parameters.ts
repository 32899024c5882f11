import { type SportRows, sportParameters } from '../model/parameters.ts';
import { modelOf, type RatingModel } from '../model/rating-model.ts';
import type { SportParameters } from '../model/sports.ts';
import { seededRandom } from '../random.ts';
import { blocksOf, bootstrapMean, type Interval } from './bootstrap.ts';
import type { MatchLog, PlayedMatch } from './match-log.ts';
import { type Judged, logLossOf, type Metrics, measure } from './metrics.ts';
import { minimize } from './nelder-mead.ts';
import { bestOfIn, gamesWon, type Results, resultsOf, type Unit } from './results.ts';
import { type OnProgress, ourForecaster, type Walk, walkForward, walkMatches } from './walk.ts';

/** What to find parameters for. */
export interface FitOptions {
  /** The code of a sport in the log. */
  sport: string;
  discipline: keyof SportRows;
  /** The share of the matches, the earliest ones, on which parameters are found: between 0 and 1; 0.6 where left out. */
  fromShare?: number;
  onProgress?: OnProgress;
}

/** Parameters, and how good the predictions are that follow from them, on matches that the search did not see. */
export interface JudgedParameters extends Record<Unit, Metrics> {
  parameters: SportParameters;
}

/** Today's parameters next to those that were found. */
export interface ParameterFit {
  /** Matches with a winner: those on which parameters were found, and those on which both are judged. */
  matches: { found: number; judged: number };
  /** When the first of the judged matches was played, in milliseconds since 1970. */
  judgedFrom: number;
  today: JudgedParameters;
  found: JudgedParameters;
  /** How much more log loss the found ones have than today's: less than 0 is better. Null without a result. */
  difference: Record<Unit, Interval | null>;
}

// Together a little more than the 1,433 matches of table tennis, which were too few for a search.
const MIN_FOUND = 900;
const MIN_JUDGED = 600;

const MAX_EVALUATIONS = 150;
const FIRST_STEP = 0.4;
const TOLERANCE = 1e-6;
const SEED = 1;

// Far beyond every row in use, and narrow enough that a match can neither say nothing nor everything.
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
 * Finds parameters of a discipline on the first matches of a log, and judges them next to today's on the rest, each match
 * predicted from those before it. It looks for the least log loss of the winner of a match. `driftPerDay` keeps today's
 * ratio to `scaleSpread`, which all disciplines of a sport share; `longMatchGain` and `momentum` stay as they are. The same
 * log gives the same parameters. 10,000 matches take about ten seconds.
 * @throws RangeError where there are fewer than 900 matches with a winner to find parameters on, or 600 to judge them.
 */
export function fitParameters(
  log: MatchLog,
  { sport, discipline, fromShare = 0.6, onProgress = () => {} }: FitOptions,
): ParameterFit {
  const isSingles = discipline === 'singles';
  const today = sportParameters(sport, isSingles ? 1 : 2);
  const modelWith = (parameters: SportParameters) =>
    modelOf((of, teamSize) =>
      of === sport && (teamSize === 1) === isSingles ? parameters : sportParameters(of, teamSize),
    );
  const order = log.playedOrder().filter((index) => {
    const match = log.at(index);
    return match.sport === sport && (match.teams[0]?.length === 1) === isSingles;
  });
  const judgedFrom = log.at(order[Math.floor(fromShare * order.length)] ?? 0).playedAt;
  const first = { log, order: order.filter((index) => log.at(index).playedAt < judgedFrom) };
  const found = countDecided(first);
  const rest = countDecided({ log, order }) - found;
  if (found < MIN_FOUND || rest < MIN_JUDGED) {
    throw new RangeError(
      `There are too few matches of ${sport} ${discipline} with a winner: ${found} to find parameters on, of which it ` +
        `takes ${MIN_FOUND}, and ${rest} to judge them, of which it takes ${MIN_JUDGED}.`,
    );
  }

  let evaluations = 0;
  const point = minimize(
    (logs) => {
      evaluations += 1;
      onProgress(evaluations / (MAX_EVALUATIONS + 1));
      return meanLoss(first, modelWith(parametersAt(logs, today)));
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
  const fit = judge(
    { log, order },
    { judgedFrom, today, found: parametersAt(point, today), modelWith },
  );
  onProgress(1);
  return { matches: { found, judged: rest }, judgedFrom, ...fit };
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
  const { longMatchGain, momentum } = today;
  const found = { driftPerMatch, form, noise, lengthGain, longMatchGain, momentum };
  return { startSpread, scaleSpread, driftPerDay, ...found };
}

/** How many games decided a match could have at most, where one of two teams won it. */
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

/** The mean log loss of the winners of matches, each predicted before it was played. */
function meanLoss(walk: Walk, model: RatingModel): number {
  const forecaster = ourForecaster(walk.log.players, model);
  let loss = 0;
  let count = 0;
  walkMatches(walk, (match) => {
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

function judge(
  walk: Walk,
  { judgedFrom, today, found, modelWith }: Judging,
): Pick<ParameterFit, 'today' | 'found' | 'difference'> {
  const results = resultsOf(walk.log, walk.order, { from: judgedFrom, minGames: 0 });
  const predictionsWith = (parameters: SportParameters) =>
    walkForward(walk, results, ourForecaster(walk.log.players, modelWith(parameters)));
  const ofToday = predictionsWith(today);
  const ofFound = predictionsWith(found);
  const measured = (predictions: Record<Unit, Float64Array>, unit: Unit) =>
    measure(judged(results[unit], predictions[unit]));
  const differenceOf = (unit: Unit) =>
    difference(results[unit], { found: ofFound[unit], today: ofToday[unit] });
  return {
    today: {
      parameters: today,
      game: measured(ofToday, 'game'),
      match: measured(ofToday, 'match'),
    },
    found: {
      parameters: found,
      game: measured(ofFound, 'game'),
      match: measured(ofFound, 'match'),
    },
    difference: { game: differenceOf('game'), match: differenceOf('match') },
  };
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
