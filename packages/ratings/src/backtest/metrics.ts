/** The quality of predictions. Values are null without a result. */
export interface Metrics {
  count: number;
  /** The mean of −log of the predicted probability of the actual result. A coin has 0.6931. Lower is better. */
  logLoss: number | null;
  /** The mean squared difference between prediction and result. A coin has 0.25. */
  brierScore: number | null;
  /** The share of the results that the favourite won, without level results and even predictions. */
  accuracy: number | null;
  /** The mean difference between prediction and result, over ten bins of the prediction. */
  calibrationError: number | null;
  /** The calibration error that right predictions have by chance, for comparison. */
  calibrationErrorByChance: number | null;
  /** 1 if the probabilities are right, below 1 if they are too certain, and above 1 if they are too timid. */
  calibrationSlope: number | null;
}

/** One bin of the predictions. */
export interface CalibrationBin {
  from: number;
  to: number;
  count: number;
  /** The mean prediction and the mean result; null in an empty bin. */
  predicted: number | null;
  happened: number | null;
}

/** Predictions and their results: 1 if the first team won, 0.5 if they were level. */
export interface Judged {
  predicted: Float64Array;
  happened: Float64Array;
}

// A wrong prediction of 0 or 1 would have an infinite loss.
const EDGE = 1e-9;
const BINS = 10;
const MAX_ITERATIONS = 50;

export function logLossOf(prediction: number, outcome: number): number {
  const bounded = clampProbability(prediction);
  return -(outcome * Math.log(bounded) + (1 - outcome) * Math.log(1 - bounded));
}

export function measure({ predicted, happened }: Judged): Metrics {
  const count = predicted.length;
  let loss = 0;
  let squares = 0;
  let decided = 0;
  let right = 0;
  for (let index = 0; index < count; index += 1) {
    const prediction = predicted[index] ?? 0.5;
    const outcome = happened[index] ?? 0.5;
    loss += logLossOf(prediction, outcome);
    squares += (prediction - outcome) ** 2;
    if (prediction === 0.5 || outcome === 0.5) continue;
    decided += 1;
    if (prediction > 0.5 === outcome > 0.5) right += 1;
  }
  const { error, byChance } = calibrationError({ predicted, happened });
  return {
    count,
    logLoss: share(loss, count),
    brierScore: share(squares, count),
    accuracy: share(right, decided),
    calibrationError: error,
    calibrationErrorByChance: byChance,
    calibrationSlope: calibrationSlope({ predicted, happened }),
  };
}

/**
 * Returns ten bins of equal width. Each result counts from the side of both teams, because the order of the teams means nothing.
 */
export function calibrationBins({ predicted, happened }: Judged): CalibrationBin[] {
  return binned({ predicted, happened }).map(({ count, predicted: sum, happened: won }, bin) => ({
    from: bin / BINS,
    to: (bin + 1) / BINS,
    count,
    predicted: share(sum, count),
    happened: share(won, count),
  }));
}

function calibrationError(judged: Judged): { error: number | null; byChance: number | null } {
  let error = 0;
  let byChance = 0;
  for (const { predicted, happened, variance } of binned(judged)) {
    error += Math.abs(predicted - happened);
    // This factor is the mean of the absolute value of a normal variable.
    byChance += Math.sqrt((2 / Math.PI) * variance);
  }
  const sides = 2 * judged.predicted.length;
  return { error: share(error, sides), byChance: share(byChance, sides) };
}

function binned({ predicted, happened }: Judged) {
  const bins = Array.from({ length: BINS }, () => ({
    count: 0,
    predicted: 0,
    happened: 0,
    variance: 0,
  }));
  for (let index = 0; index < predicted.length; index += 1) {
    const prediction = predicted[index] ?? 0.5;
    const outcome = happened[index] ?? 0.5;
    const sides = [
      [prediction, outcome],
      [1 - prediction, 1 - outcome],
    ] as const;
    for (const [chance, won] of sides) {
      const bin = bins[Math.min(BINS - 1, Math.floor(chance * BINS))];
      if (bin === undefined) continue;
      bin.count += 1;
      bin.predicted += chance;
      bin.happened += won;
      bin.variance += chance * (1 - chance);
    }
  }
  return bins;
}

/**
 * Returns the slope of the logistic regression, without an intercept, of the results on the logits of the predictions, by Newton's
 * method. Returns null if the results do not determine a slope: all predictions are even, or every favourite won.
 */
export function calibrationSlope({ predicted, happened }: Judged): number | null {
  const logits = predicted.map(logitOf);
  let slope = 1;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    let gradient = 0;
    let curvature = 0;
    for (let index = 0; index < logits.length; index += 1) {
      const logit = logits[index] ?? 0;
      const chance = 1 / (1 + Math.exp(-slope * logit));
      gradient += logit * ((happened[index] ?? 0.5) - chance);
      curvature += logit ** 2 * chance * (1 - chance);
    }
    // The curve is so flat that there is no finite slope.
    if (curvature < 1e-9) return null;
    const change = gradient / curvature;
    slope += Math.max(-1, Math.min(1, change));
    if (Math.abs(change) < 1e-9) return slope;
  }
  return null;
}

export function logitOf(prediction: number): number {
  const bounded = clampProbability(prediction);
  return Math.log(bounded / (1 - bounded));
}

function clampProbability(prediction: number): number {
  return Math.min(1 - EDGE, Math.max(EDGE, prediction));
}

function share(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}
