import { runYielding } from '../platform/concurrency/yield.ts';

// Some milliseconds of work. An import of thousands of participants takes a second or more in all,
// during which other requests must be answered too.
const MAX_COST = 20_000;

/** Runs a part of an import, and yields to the event loop in between. */
export async function runImportWork<Result>(work: Generator<number, Result>): Promise<Result> {
  return await runYielding(work, MAX_COST);
}
