import { type Bounds, blocksOf, bootstrapMean, type Interval, slopeInterval } from './bootstrap.ts';
import {
  type CalibrationBin,
  calibrationBins,
  type Judged,
  logLossOf,
  type Metrics,
  measure,
} from './metrics.ts';
import type { Results } from './results.ts';
import type { Rival } from './rivals.ts';

/** A group of results that has its own metrics. */
export type Group = 'all' | 'under10' | 'from10To50' | 'over50' | 'backAfter90Days';

/** All groups, in the order in which a report shows them. */
export const GROUPS: readonly Group[] = [
  'all',
  'under10',
  'from10To50',
  'over50',
  'backAfter90Days',
];

/** The quality of predictions, by group of results. */
export type MetricsByGroup = Record<Group, Metrics>;

/** The quality of the predictions of another rating system. */
export interface RivalMetrics {
  name: string;
  /** The settings that are best on these results; empty if there are none, or if they differ by sport. */
  settings: string;
  metrics: MetricsByGroup;
}

/** The limits of what can be known, if the true probabilities are known, as in a generated league. */
export interface Knowable {
  /** The log loss of a coin, and of the true skills. */
  coin: number;
  truth: number;
  /** How far the ratings are from the coin to the truth, from 0 to 1. */
  share: number;
}

/** The ratings next to their rivals, on the same results. */
export interface Comparison {
  ratings: MetricsByGroup;
  /** The 95% intervals of the ratings' slopes; null without a slope. */
  slopeIntervals: Record<Group, Bounds | null>;
  calibration: CalibrationBin[];
  rivals: RivalMetrics[];
  /** How much more log loss the ratings have than the best rival. Below 0, the ratings are better. */
  difference: ({ rival: string } & Interval) | null;
  knowable: Record<Group, Knowable | null> | null;
  /** The metrics of the true probabilities, if they are known. */
  truth: MetricsByGroup | null;
}

export interface Compared {
  results: Results;
  ratings: Float64Array;
  rivals: readonly Rival[];
  /** The true probabilities, if they are known. */
  truth: Float64Array | null;
  /** Only results of this sport; null for all. */
  sport: number | null;
  random: () => number;
}

export function compare(compared: Compared): Comparison {
  const { results, ratings, rivals, truth, sport } = compared;
  const ratingsByGroup = measureGroups(compared, ratings);
  const known = truth === null ? null : measureGroups(compared, truth);
  const rivalMetrics = rivals.map(({ name, settings, predictions }) => ({
    name,
    settings: (sport === null ? undefined : settings.get(sport)) ?? '',
    metrics: measureGroups(compared, predictions),
  }));
  return {
    ratings: ratingsByGroup,
    slopeIntervals: byGroup((group) =>
      slopeIntervalOf(compared, group, ratingsByGroup[group].calibrationSlope),
    ),
    calibration: calibrationBins(judged(results, ratings, selected(compared, 'all'))),
    rivals: rivalMetrics,
    difference: differenceToBest(compared, rivalMetrics),
    knowable: known === null ? null : knowableByGroup(known, ratingsByGroup),
    truth: known,
  };
}

function measureGroups(compared: Compared, predictions: Float64Array): MetricsByGroup {
  return byGroup((group) =>
    measure(judged(compared.results, predictions, selected(compared, group))),
  );
}

function slopeIntervalOf(compared: Compared, group: Group, slope: number | null): Bounds | null {
  if (slope === null) return null;
  const { results, ratings, random } = compared;
  const chosen = selected(compared, group);
  return slopeInterval(judged(results, ratings, chosen), slope, matchesOf(results, chosen), random);
}

function differenceToBest(
  compared: Compared,
  rivalMetrics: readonly RivalMetrics[],
): Comparison['difference'] {
  const lossOf = ({ metrics }: RivalMetrics) => metrics.all.logLoss ?? Number.POSITIVE_INFINITY;
  const [best] = rivalMetrics.toSorted((one, other) => lossOf(one) - lossOf(other));
  const predictions = compared.rivals.find(({ name }) => name === best?.name)?.predictions;
  if (best === undefined || predictions === undefined) return null;
  const { results, ratings, random } = compared;
  const chosen = selected(compared, 'all');
  const differences = Float64Array.from(chosen, (result) => {
    const outcome = results.outcome[result] ?? 0.5;
    return (
      logLossOf(ratings[result] ?? 0.5, outcome) - logLossOf(predictions[result] ?? 0.5, outcome)
    );
  });
  const interval = bootstrapMean(differences, blocksOf(matchesOf(results, chosen)), random);
  return interval === null ? null : { rival: best.name, ...interval };
}

function knowableByGroup(
  known: MetricsByGroup,
  ratings: MetricsByGroup,
): Record<Group, Knowable | null> {
  return byGroup((group) => {
    const loss = ratings[group].logLoss;
    const best = known[group].logLoss;
    if (loss === null || best === null) return null;
    return { coin: Math.LN2, truth: best, share: (Math.LN2 - loss) / (Math.LN2 - best) };
  });
}

function byGroup<Value>(create: (group: Group) => Value): Record<Group, Value> {
  return {
    all: create('all'),
    under10: create('under10'),
    from10To50: create('from10To50'),
    over50: create('over50'),
    backAfter90Days: create('backAfter90Days'),
  };
}

/** Returns the numbers of the results of a group, in played order. */
function selected({ results, sport }: Compared, group: Group): Uint32Array {
  const chosen = new Uint32Array(results.count);
  let count = 0;
  for (let result = 0; result < results.count; result += 1) {
    if (sport !== null && results.sport[result] !== sport) continue;
    if (!isIn(group, results.experience[result] ?? 0, results.isBack[result] === 1)) continue;
    chosen[count] = result;
    count += 1;
  }
  return chosen.subarray(0, count);
}

function isIn(group: Group, games: number, isBack: boolean): boolean {
  if (group === 'under10') return games < 10;
  if (group === 'from10To50') return games >= 10 && games <= 50;
  if (group === 'over50') return games > 50;
  return group === 'all' || isBack;
}

function matchesOf(results: Results, chosen: Uint32Array): Uint32Array {
  return Uint32Array.from(chosen, (result) => results.matchOf[result] ?? 0);
}

function judged(results: Results, predictions: Float64Array, chosen: Uint32Array): Judged {
  return {
    predicted: Float64Array.from(chosen, (result) => predictions[result] ?? 0.5),
    happened: Float64Array.from(chosen, (result) => results.outcome[result] ?? 0.5),
  };
}
