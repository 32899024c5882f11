/** What the pages show of the reports that `pnpm league --json` and `--differences` print. */
export interface LeagueBacktest {
  matches: number;
  games: number;
  players: number;
  game: Comparison;
  match: Comparison;
  differences: KnownDifferences;
}

/** What the ratings know about differences in leagues of separate clubs. */
export interface KnownDifferences {
  leagues: number;
  pairReliability: number;
  pairsInOrder: number;
  coveredWithin: number;
  coveredApart: number;
  trueGap: number;
  shownGap: number;
  correlationWithin: number;
  correlation: number;
}

export interface Comparison {
  ratings: Groups<Metrics>;
  slopeIntervals: Groups<Bounds | null>;
  calibration: CalibrationBin[];
  rivals: { name: string; settings: string; metrics: Groups<Metrics> }[];
  difference: ({ rival: string; mean: number } & Bounds) | null;
  knowable: Groups<{ coin: number; truth: number; share: number } | null> | null;
  truth: Groups<Metrics> | null;
}

/** What holds 95 of 100 resamplings of a figure. */
export interface Bounds {
  lower: number;
  upper: number;
}

export type Group = 'all' | 'under10' | 'from10To50' | 'over50' | 'backAfter90Days';

export type Groups<Value> = Record<Group, Value>;

export interface Metrics {
  count: number;
  logLoss: number | null;
  brierScore: number | null;
  accuracy: number | null;
  calibrationError: number | null;
  calibrationErrorByChance: number | null;
  calibrationSlope: number | null;
}

export interface CalibrationBin {
  from: number;
  to: number;
  count: number;
  predicted: number | null;
  happened: number | null;
}
