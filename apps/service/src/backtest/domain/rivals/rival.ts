import { logLossOf } from '../metrics.ts';
import type { Results } from '../results.ts';
import type { Walk } from '../walk.ts';

/** Another rating system, with the settings that predict these very results best. */
export interface Rival {
  name: string;
  /** The settings chosen in each sport, in words; empty where there is nothing to choose. */
  settings: ReadonlyMap<number, string>;
  predictions: Float64Array;
}

/** A rating system with one choice of its settings. */
export interface Candidate {
  settings: string;
  /** How likely the first team was to win the result of this number. */
  at: (result: number) => number;
}

/** Walks the log and returns what each choice of settings predicted of the results. */
export type RivalWalk = (walk: Walk, results: Results) => Candidate[];

/**
 * Chooses for each sport the settings with the least log loss on the very results that are counted.
 * Nobody could choose them beforehand, so that the rival is flattered.
 */
export function tuned(name: string, results: Results, candidates: readonly Candidate[]): Rival {
  const best = new Map<number, { candidate: Candidate; loss: number }>();
  for (const candidate of candidates) {
    for (const [sport, loss] of lossBySport(results, candidate)) {
      if (loss < (best.get(sport)?.loss ?? Number.POSITIVE_INFINITY)) {
        best.set(sport, { candidate, loss });
      }
    }
  }
  const predictions = new Float64Array(results.count);
  for (let result = 0; result < results.count; result += 1) {
    predictions[result] = best.get(results.sport[result] ?? 0)?.candidate.at(result) ?? 0.5;
  }
  const settings = [...best].map(([sport, { candidate }]) => [sport, candidate.settings] as const);
  return { name, settings: new Map(settings), predictions };
}

function lossBySport(results: Results, candidate: Candidate): Map<number, number> {
  const losses = new Map<number, number>();
  for (let result = 0; result < results.count; result += 1) {
    const sport = results.sport[result] ?? 0;
    const loss = logLossOf(candidate.at(result), results.outcome[result] ?? 0.5);
    losses.set(sport, (losses.get(sport) ?? 0) + loss);
  }
  return losses;
}
