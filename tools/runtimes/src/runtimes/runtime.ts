import type { Outcomes, Setting } from '../../behaviours/setting.ts';

/** The result of the suite in a runtime. */
export interface Run {
  outcomes: Outcomes;
  /** The whole output of the runtime. */
  printed: string;
}

/** Less than the timeout of the tests, so that a runtime that hangs is stopped and its output is shown. */
export const TIMEOUT_MILLISECONDS = 280_000;

/** A runtime that the client supports. */
export interface Runtime {
  name: string;
  /** The promises that cannot be kept in it, with their expected errors. */
  lacks?: Record<string, RegExp>;
  /** Runs the suite of a project in it. */
  run: (project: string, setting: Setting) => Promise<Run>;
}
