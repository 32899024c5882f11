import type { Outcomes, Setting } from '../../behaviours/setting.ts';

/** What became of the suite in a runtime. */
export interface Run {
  outcomes: Outcomes;
  /** All that the runtime printed meanwhile. */
  printed: string;
}

/** Less than the tests wait: a runtime that hangs is ended, and what it printed is shown. */
export const TIMEOUT_MILLISECONDS = 280_000;

/** Somewhere the client is promised to run. */
export interface Runtime {
  name: string;
  /** What cannot be kept there, and what says so. */
  lacks?: Record<string, RegExp>;
  /** Runs the suite of a project there. */
  run: (project: string, setting: Setting) => Promise<Run>;
}
