import { expectTokensAsGranted } from '../actions/tokens.ts';
import type { World } from '../world/world.ts';
import { expectRatingsOfLedger, expectValidRatings, settleEverything } from './ratings.ts';

/** What holds at every moment. */
export async function checkMeanwhile(world: World): Promise<void> {
  await expectValidRatings(world);
  await expectTokensAsGranted(world);
}

/** What holds once the service had time to finish what it began. */
export async function checkAtEnd(world: World): Promise<void> {
  await checkMeanwhile(world);
  await settleEverything(world);
  await expectValidRatings(world);
  await expectRatingsOfLedger(world);
}
