import { describe, expect, it } from 'vitest';
import { batchOf, matchOf, onDay } from '../../matches/testing/batches.ts';
import { foldLedger, storedRatings } from '../../matches/testing/fold-ledger.ts';
import { handle, openClub } from '../../matches/testing/story.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { insertApplication, insertConnection, usualScopes } from '../../testing/builders.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { rebuildRatings } from '../rebuild-ratings.ts';
import { settleDue } from './settle-due.ts';
import { markDue } from './settle-now.ts';
import { countDue } from './store/due-positions.ts';
import { openLateClub } from './testing/late-club.ts';

const HOUR = 3_600_000;

describe.each(databases)('a budget of one match rated again in an hour on %s', (kind) => {
  it('makes later matches of the application wait for the next hour, but not those of another application', async () => {
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
    // A settlement that began within the budget is finished.
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
    expect(await storedRatings(database)).toEqual(await foldLedger(database));
  });
});

/** Opens a club. Each match of a higher day (`onDay`) after the first is late. */
async function openLate(kind: DatabaseKind) {
  const { database, club, mike, sofia } = await openClub(kind);
  const { dependencies } = club;
  const play = async (day: number) => {
    const match = matchOf(`day-${day}`, [[mike], [sofia]], onDay(day));
    return await handle(club, batchOf([match]));
  };
  const usage = async () =>
    await database.selectFrom('settlement_usage').select(['application_id', 'matches']).execute();
  const due = async () => (await countDue(database)).positions;
  return { database, dependencies, mike, play, usage, due };
}

describe.each(databases)('the charge of a settlement on %s', (kind) => {
  it('is nothing for a rebuild that also settles a late match', async () => {
    const { dependencies, play, usage, due } = await openLate(kind);
    await play(1);
    await play(2);
    await rebuildRatings(dependencies, { dryRun: false });
    expect(await due()).toBe(0);
    expect(await usage()).toEqual([]);
  });

  it('leaves out the share of a position without an application', async () => {
    const { database, dependencies, mike, play, usage, due } = await openLate(kind);
    await play(1);
    await play(2);
    await play(3);
    const {
      match_date: matchDate,
      arrival,
      sport,
    } = await database
      .selectFrom('match')
      .select(['match_date', 'arrival', 'sport'])
      .orderBy('match_date')
      .limit(1)
      .executeTakeFirstOrThrow();
    const position = { sport, matchDate, arrival, memberIds: [mike.id], matchId: null };
    await database.transaction().execute(async (transaction) => {
      const claimed = { ...position, cause: 'merge', applicationId: null } as const;
      await markDue(transaction, dependencies.clock(), [claimed]);
    });
    await settleDue(dependencies);
    expect(await due()).toBe(0);
    expect(await usage()).toMatchObject([{ matches: 2 }]);
  });
});
