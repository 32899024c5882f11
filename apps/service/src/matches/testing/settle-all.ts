import { setTimeout as sleep } from 'node:timers/promises';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Database } from '../../platform/database/schema.ts';
import { settleSport } from '../../ratings/settlement/settle-sport.ts';
import { countDue, findSportsDue } from '../../ratings/settlement/store/due-positions.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { submittedAt } from './club.ts';

const POLL_MILLISECONDS = 5;

/** Settles everything that is due, as the service does in the background, or waits until it has. */
export async function settleAll(
  database: Database,
  clock: () => Date = () => submittedAt,
): Promise<void> {
  const configuration = readConfiguration({ SECRETS_KEY: testSecretsKey });
  while ((await countDue(database)).positions > 0) {
    for (const sport of await findSportsDue(database, { budget: 0, now: clock() })) {
      await settleSport({ database, clock, configuration }, sport);
    }
    await sleep(POLL_MILLISECONDS);
  }
}
