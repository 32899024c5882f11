import { appendFileSync } from 'node:fs';

export type Goal = { atLeast: number } | { atMost: number };

/** One measured number, usually a ratio of two things measured side by side. */
export interface Figure {
  /** The compared things: `rank / count(*): times faster`. */
  name: string;
  value: number;
  /** The goal. A figure without a goal is shown, but cannot fail. */
  goal?: Goal;
  /** The goal counts only from this number of members. Default: always. */
  goalFrom?: number;
  /** Whether the goal also counts in a short run, because it does not depend on speed. */
  isAlwaysJudged?: true;
}

/** The run of a benchmark that measured a figure. */
export interface BenchmarkRun {
  benchmark: string;
  /** What this and the next figures measure: a heading above them. */
  group?: string;
  /** Whether the run only shows that the benchmark works. */
  isShort: boolean;
  members?: number;
}

/** A line of the file that BENCH_FIGURES names. */
export interface RecordedFigure extends Figure {
  benchmark: string;
  group?: string;
  members?: number;
}

/**
 * Prints a figure next to its goal, and appends it to the file that BENCH_FIGURES names. Returns false if the figure is
 * missing, or misses a goal that counts in this run.
 */
export function reportFigure(figure: Figure, run: BenchmarkRun): boolean {
  const { isShort, ...origin } = run;
  const recorded: RecordedFigure = { ...origin, ...figure };
  const file = process.env.BENCH_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(recorded)}\n`);
  const isJudged = !isShort || figure.isAlwaysJudged === true;
  const isReached = isJudged ? reachesGoal(recorded) : !Number.isNaN(figure.value);
  const goal = figure.goal === undefined ? '' : ` (${goalText(figure)})`;
  const missed = isReached ? '' : '  MISSED';
  process.stdout.write(`  ${figure.name}: ${valueText(figure.value)}${goal}${missed}\n`);
  return isReached;
}

/** Whether a figure is there, and reaches its goal if that counts for this number of members. */
export function reachesGoal({ value, goal, goalFrom = 0, members }: RecordedFigure): boolean {
  if (Number.isNaN(value)) return false;
  if (goal === undefined || (members ?? 0) < goalFrom) return true;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

export function valueText(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 3 : 1);
}

/** Returns, for example, `at most 1.2, from 1000000 members on`; nothing without a goal. */
export function goalText({ goal, goalFrom }: Figure): string {
  if (goal === undefined) return '';
  const [words, limit] =
    'atLeast' in goal ? (['at least', goal.atLeast] as const) : (['at most', goal.atMost] as const);
  const bound = `${words} ${Number(limit.toFixed(3))}`;
  return goalFrom === undefined ? bound : `${bound}, from ${goalFrom} members on`;
}
