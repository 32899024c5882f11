import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { actionNamed, actions } from './actions/all.ts';
import type { CrashPoint } from './machine/link.ts';

/** One thing that happens, as data: it can be left out or played again without the others. */
export interface Step {
  action: string;
  data: object;
  /** What is random in the service while it happens follows from this. */
  entropy: number;
  /** How long before nothing happened. */
  milliseconds: number;
  /** Where the service dies in it. */
  crash: CrashPoint | null;
}

const CRASH_SHARE = 0.06;
const MAX_STATEMENTS = 25;

/** What happens in a story of this seed: the same seed gives the same. */
export function writeStory(seed: number, operations: number): Step[] {
  // Seeds that follow each other must not begin alike.
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
