import { bestOfIn } from './best-of.ts';
import type { Forecaster } from './forecaster.ts';
import type { MatchLog } from './match-log.ts';
import type { Results, Unit } from './results.ts';

/** Predictions of results, by their numbers: how likely the first team was to win. */
export type Predictions = Record<Unit, Float64Array>;

/** Called now and then with the share that is done, from 0 to 1. */
export type OnProgress = (share: number) => void;

export interface Walk {
  log: MatchLog;
  order: Uint32Array;
  onProgress?: OnProgress;
}

const MATCHES_BETWEEN_REPORTS = 2_000;

/** Calls `visit` with each match in played order, and its rank in it. */
export function walkMatches(
  { log, order, onProgress = () => {} }: Walk,
  visit: (match: ReturnType<MatchLog['at']>, rank: number) => void,
): void {
  for (const [rank, index] of order.entries()) {
    visit(log.at(index), rank);
    if (rank % MATCHES_BETWEEN_REPORTS === 0) onProgress(rank / order.length);
  }
  onProgress(1);
}

/** Predicts each match from what was known before it, and rates it then. */
export function walkForward(
  walk: Walk,
  results: Record<Unit, Results>,
  forecaster: Forecaster,
): Predictions {
  const predictions = {
    game: new Float64Array(results.game.count),
    match: new Float64Array(results.match.count),
  };
  walkMatches(walk, (match, rank) => {
    const firstGame = results.game.firstOf[rank] ?? -1;
    if (firstGame !== -1) predictions.game.set(forecaster.games(match), firstGame);
    const ofMatch = results.match.firstOf[rank] ?? -1;
    if (ofMatch !== -1) {
      predictions.match[ofMatch] = forecaster.match(match, bestOfIn(match.games) ?? 1);
    }
    forecaster.rate(match);
  });
  return predictions;
}
