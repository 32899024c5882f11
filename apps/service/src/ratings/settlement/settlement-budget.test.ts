import { describe, expect, it } from 'vitest';
import { batchOf, matchOf, onDay } from '../../matches/testing/batches.ts';
import { foldLedger, standingRatings } from '../../matches/testing/fold-ledger.ts';
import { handle } from '../../matches/testing/story.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { insertApplication, insertConnection, usualScopes } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { settleDue } from './settle-due.ts';
import { openLateClub } from './testing/late-club.ts';

const HOUR = 3_600_000;

describe.each(databases)('a budget of one match rated again in an hour on %s', (kind) => {
  it('has what is beyond it wait for the next hour, and nobody else', async () => {
    const { database, club, dependencies: own, wait, mike, priya } = await openLateClub(kind);
    const configuration = readConfiguration({
      SECRETS_KEY: testSecretsKey,
      SETTLEMENT_BUDGET: '1',
    });
    const dependencies = { ...own, configuration };
    const due = async () =>
      (await database.selectFrom('settlement_due').select('application_id').execute()).map(
        (row) => row.application_id,
      );
    // What is begun within the budget is finished.
    await settleDue(dependencies);
    expect(await due()).toEqual([]);

    const neighbour = await insertApplication(database);
    for (const { id } of [mike, priya]) {
      await insertConnection(database, neighbour, id, usualScopes);
    }
    const { applicationId } = club.submitter;
    for (const [index, submitter] of [applicationId, neighbour].entries()) {
      const late = matchOf('later still', [[mike], [priya]], onDay(10 + index));
      const partner = { ...club, submitter: { applicationId: submitter, trusted: false } };
      await handle(partner, batchOf([late]));
    }
    expect(await due()).toEqual([applicationId, neighbour]);
    await settleDue(dependencies);
    expect(await due()).toEqual([applicationId]);
    await settleDue(dependencies);
    expect(await due()).toEqual([applicationId]);
    wait(HOUR);
    await settleDue(dependencies);
    expect(await due()).toEqual([]);
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
  });
});
