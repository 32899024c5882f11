/**
 * Rebuilds all ratings with a model that multiplies each uncertainty by the argument, and prints the
 * cost.
 */
import { readConfiguration } from '@partner-rating/service/src/platform/configuration/configuration.ts';
import { connectDatabase } from '@partner-rating/service/src/platform/database/connect.ts';
import { rebuildRatings } from '@partner-rating/service/src/ratings/rebuild-ratings.ts';
import { lessSureBy, report } from '../settlement/rebuilding.ts';

const configuration = readConfiguration({
  ...process.env,
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
});
const { database, close } = await connectDatabase(configuration);
await report(async () => {
  const rebuilt = await rebuildRatings(
    { database, clock: () => new Date(), configuration },
    { dryRun: false, model: lessSureBy(Number(process.argv[2])) },
  );
  return {
    matches: rebuilt.reduce((sum, sport) => sum + sport.matches, 0),
    steps: rebuilt.reduce((sum, sport) => sum + sport.steps, 0),
  };
});
await close();
process.disconnect?.();
