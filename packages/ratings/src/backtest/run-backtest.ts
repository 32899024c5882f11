import { seededRandom } from '../random.ts';
import { type Comparison, compare } from './comparison.ts';
import { walkGlicko2 } from './glicko2.ts';
import type { MatchLog } from './match-log.ts';
import { type Counted, resultsOf, type TrueChances, truthOf, type Unit } from './results.ts';
import { type Rival, type RivalWalk, tuned, walkElo } from './rivals.ts';
import { type Forecaster, type OnProgress, ourForecaster, type Walk, walkForward } from './walk.ts';

/** Games and whole matches, each beside the rivals on the same ones. */
export type Comparisons = Record<Unit, Comparison>;

/** How good predictions were, by sport and over all of them. */
export interface BacktestReport {
  matches: number;
  games: number;
  /** A player of two sports counts in each. */
  players: number;
  /** Matches between more than two teams: rated, and in none of the metrics. */
  severalTeams: number;
  sports: Record<string, Comparisons>;
  overall: Comparisons;
}

/** What a backtest counts, and whom it compares. */
export interface BacktestOptions extends Counted {
  onProgress?: OnProgress;
  /** The ratings to be judged; those of the current model where left out. */
  forecaster?: (players: number) => Forecaster;
  /** The true chances, where they are known. */
  truth?: TrueChances;
  /** The rating systems to compare with, by name; Elo and Glicko-2 where left out. */
  rivals?: Readonly<Record<string, RivalWalk>>;
}

/** The rivals that need no other package. */
export const RIVALS: Readonly<Record<string, RivalWalk>> = {
  Elo: walkElo,
  'Glicko-2': walkGlicko2,
};

const SEED = 1;

/** Walks forward over the matches and says how good the predictions were that follow from the ratings. */
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

/** Progress of several walks as progress of one. */
function splitProgress(walks: number, onProgress: OnProgress): () => OnProgress {
  let begun = -1;
  return () => {
    begun += 1;
    const done = begun;
    return (share) => onProgress((done + share) / walks);
  };
}
