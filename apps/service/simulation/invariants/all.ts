import { expectTokensAsGranted } from '../actions/tokens.ts';
import type { World } from '../world/world.ts';
import { expectBoardsOfRatings } from './boards.ts';
import { deliverEverything, expectChangesNotified, expectEventsDelivered } from './events.ts';
import { expectNothingLost } from './matches.ts';
import { expectRatingsOfLedger, expectValidRatings, settleEverything } from './ratings.ts';
import { expectSeenAsGranted } from './visibility.ts';

/** What holds at every moment. */
export async function checkMeanwhile(world: World): Promise<void> {
  await expectTokensAsGranted(world);
  await expectBoardsOfRatings(world);
}

/** What holds once the service had time to finish what it began. */
export async function checkAtEnd(world: World): Promise<void> {
  await checkMeanwhile(world);
  await expectValidRatings(world);
  await settleEverything(world);
  await expectValidRatings(world);
  await expectRatingsOfLedger(world);
  await expectBoardsOfRatings(world);
  await expectNothingLost(world);
  await expectSeenAsGranted(world);
  await deliverEverything(world);
  await expectEventsDelivered(world);
  await expectChangesNotified(world);
}
