export type { Bounds, Interval } from './bootstrap.ts';
export {
  type Comparison,
  GROUPS,
  type Group,
  type Knowable,
  type MetricsByGroup,
  type RivalMetrics,
} from './comparison.ts';
export {
  FIT_NEEDS,
  type FitOptions,
  fitInSteps,
  fitParameters,
  type JudgedParameters,
  type ParameterFit,
  TooFewMatchesError,
} from './fit-parameters.ts';
export { MatchLog, type NamedMatch, type PlayedMatch } from './match-log.ts';
export type { CalibrationBin, Metrics } from './metrics.ts';
export type { Results, TrueChances, Unit } from './results.ts';
export { type Candidate, type OpenSkill, openSkillWalk, type RivalWalk } from './rivals.ts';
export {
  type BacktestOptions,
  type BacktestReport,
  type Comparisons,
  RIVALS,
  runBacktest,
} from './run-backtest.ts';
export { type Forecaster, type OnProgress, ourForecaster, type Walk } from './walk.ts';
