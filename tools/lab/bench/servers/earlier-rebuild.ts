/**
 * Rebuilds as an earlier version of the service did, for comparison: it keeps ratings as objects in maps, stores an explanation
 * and a row for each rating step, and uses one transaction. It leaves out history, events, and leaderboards.
 */

import { raterOver } from '@partner-rating/ratings';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { FIRST_POSITION } from '@partner-rating/service/src/ratings/domain/touched-matches.ts';
import { readLedger } from '@partner-rating/service/src/ratings/store/ledger.ts';
import { MappedStates } from '@partner-rating/service/src/ratings/testing/mapped-states.ts';
import { lessSureBy, report } from '../settlement/rebuilding.ts';
import { createStepRows, replaceSteps } from '../settlement/step-rows.ts';

const PAGE = 1_000;

const { database, close } = openPostgres(process.env.DATABASE_URL ?? '');
await createStepRows(database);
await report(
  async () =>
    await database.transaction().execute(async (transaction) => {
      const rate = raterOver(new MappedStates(), lessSureBy(Number(process.argv[2])));
      const done = { matches: 0, steps: 0 };
      let after = FIRST_POSITION;
      for (;;) {
        const range = { sport: 'pickleball', after, lastArrival: null, limit: PAGE };
        const page = await readLedger(transaction, range);
        const last = page.at(-1);
        if (last === undefined) return done;
        after = last;
        const steps = page.flatMap((match) =>
          rate(match).map((step) => ({ ...step, arrival: match.arrival, batchId: match.batchId })),
        );
        done.matches += page.length;
        done.steps += await replaceSteps(transaction, steps);
      }
    }),
);
await close();
process.disconnect?.();
