import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { actionNamed, actions } from './actions/all.ts';
import type { CrashPoint } from './machine/link.ts';

/** One step of a story. A story is a list of actions, so that a step can be removed or played again by itself. */
export interface Step {
  action: string;
  data: object;
  /** The seed of the service's randomness in this step. */
  entropy: number;
  /** The time that passes before the step. */
  milliseconds: number;
  /** Where the service crashes during the step. */
  crash: CrashPoint | null;
}

const CRASH_SHARE = 0.06;
const MAX_STATEMENTS = 25;

/** Returns the steps of a story. The same seed gives the same steps. */
export function writeStory(seed: number, operations: number): Step[] {
  // Consecutive seeds must not begin alike.
  const random = seededRandom(Math.imul(seed + 1, 0x9e3779b1));
  const names = Object.keys(actions).flatMap((name) =>
    Array.from({ length: 10 * actionNamed(name).weight }, () => name),
  );
  return Array.from({ length: operations }, () => {
    const action = names[Math.floor(random() * names.length)] ?? 'wait';
    const crash = { statement: Math.floor(random() * MAX_STATEMENTS), isAfter: random() < 0.5 };
    const mayCrash = random() < CRASH_SHARE;
    return {
      action,
      data: actionNamed(action).draw(random),
      entropy: Math.floor(random() * 2 ** 31),
      milliseconds: 1 + Math.floor(random() * 400),
      crash: mayCrash ? crash : null,
    };
  });
}
