import type { Database } from '../platform/database/schema.ts';
import { PRIMARY_BRACKET } from './domain/brackets.ts';
import { withBystanders } from './domain/bystanders.ts';
import { raterOver } from './domain/rate-matches.ts';
import type { RatingModel } from './domain/rating-model.ts';
import type { RatingStates } from './domain/rating-states.ts';
import { expectedSteps, type StepDifference, stepDifferences } from './domain/step-differences.ts';
import { type Reach, touchedMatches } from './domain/touched-matches.ts';
import { rateOnYielding } from './rate-yielding.ts';
import { findNextArrival, readLedger } from './store/ledger.ts';
import { findStatesBefore, findSteps } from './store/rating-steps.ts';

export interface Replay {
  sport: string;
  /** The matches after this position in the ledger are read. */
  after: number;
  /** Whose matches are rated; it grows by everybody they reach. */
  reach: Reach;
  /** Ratings at that position, of those in the reach; moved along with the ledger. */
  states: RatingStates;
  model: RatingModel;
}

export interface ReplayedPage {
  /** How many matches were read, and how many of them rated. */
  read: number;
  rated: number;
  /** What is stored otherwise than it follows from the ledger. */
  differences: StepDifference[];
}

const MIN_PAGE = 32;
const MAX_PAGE = 1_000;

// A few players' next match is found on an index, however far off it is. Of many, one is never far,
// and asking for each would cost more than reading on.
const FEW_PLAYERS = 1_000;

/**
 * Rates the ledger of one sport in order, page by page, and compares each step with the stored one.
 * What a page gives may be stored before the next one is asked for.
 */
export async function* replayLedger(
  database: Database,
  { sport, after: start, reach, states, model }: Replay,
): AsyncGenerator<ReplayedPage> {
  const rate = raterOver(states, model);
  let after = start;
  let limit = reach === 'everyone' ? MAX_PAGE : MIN_PAGE;
  for (;;) {
    if (reach !== 'everyone' && reach.size <= FEW_PLAYERS) {
      const position = { sport, bracket: PRIMARY_BRACKET, after };
      const next = await findNextArrival(database, position, [...reach]);
      if (next === null) return;
      after = next - 1;
    }
    const page = await readLedger(database, { sport, after, limit });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.arrival;

    const touched = touchedMatches(page, reach);
    const { joined, bystanders } = touched;
    for (const state of await findStatesBefore(database, sport, joined)) states.set(state);
    const matches = withBystanders(
      touched.matches,
      bystanders,
      await findStatesBefore(database, sport, bystanders),
    );
    const expected = expectedSteps(matches, await rateOnYielding(rate, matches));
    const differences = stepDifferences(expected, await findSteps(database, expected));
    yield { read: page.length, rated: matches.length, differences };

    // Where most of what is read is rated too, pages may be large.
    const isDense = 2 * matches.length >= page.length;
    limit = isDense ? Math.min(2 * limit, MAX_PAGE) : MIN_PAGE;
  }
}
