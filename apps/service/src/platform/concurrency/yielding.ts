import { setImmediate as nextTurn } from 'node:timers/promises';

// Some milliseconds of work. An import of thousands of participants takes a second or more in all,
// during which everybody else's requests must be answered too.
const WORK_A_TURN = 20_000;

/** Does work that tells how far it got, and lets the process do other things in between. */
export async function inTurns<Result>(work: Generator<number, Result>): Promise<Result> {
  let done = 0;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    done += step.value;
    if (done < WORK_A_TURN) continue;
    done = 0;
    await nextTurn();
  }
}
