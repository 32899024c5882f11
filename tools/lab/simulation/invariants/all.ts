import { expectTokensAsGranted } from '../actions/tokens.ts';
import type { World } from '../world/world.ts';
import { expectActsAudited } from './audit.ts';
import { expectBoardsOfRatings, expectNextBoard } from './boards.ts';
import { expectConnectionsNotified } from './connections.ts';
import { deliverEverything, expectEventsDelivered } from './deliveries.ts';
import { expectNothingLost } from './matches.ts';
import { expectRatingsOfLedger, expectValidRatings, settleEverything } from './ratings.ts';
import { expectChangesNotified } from './updates.ts';
import { expectSeenAsGranted } from './visibility.ts';

/** What holds at all times. Expensive checks take turns. */
export async function checkMeanwhile(world: World, round: number): Promise<void> {
  await expectTokensAsGranted(world);
  await expectNextBoard(world, round);
}

/** What holds once the service had time to finish its work. */
export async function checkAtEnd(world: World): Promise<void> {
  await expectTokensAsGranted(world);
  await expectValidRatings(world);
  await settleEverything(world);
  await expectValidRatings(world);
  await expectRatingsOfLedger(world);
  await expectBoardsOfRatings(world);
  await expectNothingLost(world);
  await expectSeenAsGranted(world);
  await expectActsAudited(world);
  await deliverEverything(world);
  await expectEventsDelivered(world);
  await expectChangesNotified(world);
  await expectConnectionsNotified(world);
}
