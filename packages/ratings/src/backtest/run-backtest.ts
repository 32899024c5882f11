import { seededRandom } from '../random.ts';
import { type Comparison, compare } from './comparison.ts';
import { walkGlicko2 } from './glicko2.ts';
import type { MatchLog } from './match-log.ts';
import { type Counted, resultsOf, type TrueChances, truthOf, type Unit } from './results.ts';
import { type Rival, type RivalWalk, tuned, walkElo } from './rivals.ts';
import { type Forecaster, type OnProgress, ourForecaster, type Walk, walkForward } from './walk.ts';

/** The comparisons of games and of whole matches with the rivals. */
export type Comparisons = Record<Unit, Comparison>;

/** The quality of the predictions, by sport and over all sports. */
export interface BacktestReport {
  matches: number;
  games: number;
  /** A player of two sports counts in each. */
  players: number;
  /** The number of matches between more than two teams. They are rated, but not in the metrics. */
  severalTeams: number;
  sports: Record<string, Comparisons>;
  overall: Comparisons;
}

/** The options of a backtest. */
export interface BacktestOptions extends Counted {
  onProgress?: OnProgress;
  /** The ratings to judge; those of the current model by default. */
  forecaster?: (players: number) => Forecaster;
  /** The true probabilities, if they are known. */
  truth?: TrueChances;
  /** The rating systems to compare with, by name; Elo and Glicko-2 by default. */
  rivals?: Readonly<Record<string, RivalWalk>>;
}

/** The rivals that need no other package. */
export const RIVALS: Readonly<Record<string, RivalWalk>> = {
  Elo: walkElo,
  'Glicko-2': walkGlicko2,
};

const SEED = 1;

/** Walks forward over the matches, and returns the quality of the predictions. */
export function runBacktest(log: MatchLog, options: BacktestOptions): BacktestReport {
  const { forecaster = ourForecaster, rivals = RIVALS, truth, onProgress = () => {} } = options;
  const order = log.playedOrder();
  const results = resultsOf(log, order, options);
  const progress = splitProgress(1 + 2 * Object.keys(rivals).length, onProgress);
  const walk = (): Walk => ({ log, order, onProgress: progress() });
  const predictions = walkForward(walk(), results, forecaster(log.players));
  const rivalsOf = (unit: Unit): Rival[] =>
    Object.entries(rivals).map(([name, walkRival]) =>
      tuned(name, results[unit], walkRival(walk(), results[unit])),
    );
  const byUnit = { game: rivalsOf('game'), match: rivalsOf('match') };
  const compareUnit = (unit: Unit, sport: number | null): Comparison =>
    compare({
      results: results[unit],
      ratings: predictions[unit],
      rivals: byUnit[unit],
      truth: truth === undefined ? null : truthOf(results[unit], order, truth),
      sport,
      random: seededRandom(SEED),
    });
  const compareSport = (sport: number | null): Comparisons => ({
    game: compareUnit('game', sport),
    match: compareUnit('match', sport),
  });
  return {
    matches: log.matches,
    games: log.games,
    players: log.players,
    severalTeams: log.severalTeams,
    sports: Object.fromEntries(log.sports.map((name, sport) => [name, compareSport(sport)])),
    overall: compareSport(null),
  };
}

/** Divides the progress among several walks. Each call of the result returns the callback of the next walk. */
function splitProgress(walks: number, onProgress: OnProgress): () => OnProgress {
  let begun = -1;
  return () => {
    begun += 1;
    const done = begun;
    return (share) => onProgress((done + share) / walks);
  };
}
