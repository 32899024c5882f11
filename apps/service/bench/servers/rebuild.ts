/** A rebuild of all ratings by a model that is as much less sure of everybody as its argument says, and what it took. */
import { readConfiguration } from '../../src/platform/configuration/configuration.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { currentModel, type RatingModel } from '../../src/ratings/domain/rating-model.ts';
import { rebuildRatings } from '../../src/ratings/rebuild-ratings.ts';

const doubt = Number(process.argv[2] ?? 1.001);
const otherModel: RatingModel = {
  ...currentModel,
  skillAt: (skills, sport, at) => {
    const skill = currentModel.skillAt(skills, sport, at);
    return { mu: skill.mu, sigma: skill.sigma * doubt };
  },
};

const configuration = readConfiguration({
  ...process.env,
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
});
const { database, close } = await connectDatabase(configuration);
const idleKilobytes = process.resourceUsage().maxRSS;
const start = performance.now();
const rebuilt = await rebuildRatings(
  { database, clock: () => new Date(), configuration },
  { dryRun: false, model: otherModel },
);
const milliseconds = performance.now() - start;
const peakKilobytes = process.resourceUsage().maxRSS;
await close();
const matches = rebuilt.reduce((sum, sport) => sum + sport.matches, 0);
const steps = rebuilt.reduce((sum, sport) => sum + sport.steps, 0);
process.send?.({ matches, steps, milliseconds, idleKilobytes, peakKilobytes });
process.disconnect?.();
