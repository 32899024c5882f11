import type { ConnectFlow } from '../../connect/testing/connect-flow.ts';
import { ingestBatch } from '../../matches/submit/ingest-batch.ts';
import { batchOf, onDay } from '../../matches/testing/batches.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { insertApplication } from '../../testing/builders.ts';

/**
 * A result of the player that an application they never heard of has reported; the second report of it, which is held,
 * where it has reported it twice.
 */
export async function reportResult(
  { database, player, otherPlayer }: ConnectFlow,
  { trusted = false, isTwice = false } = {},
): Promise<string> {
  const applicationId = await insertApplication(database, { name: 'Rally League' });
  const dependencies = {
    database,
    clock: () => new Date('2026-09-12T18:04:11Z'),
    configuration: readConfiguration({}),
  };
  const teams = [[player.memberId], [otherPlayer.memberId]];
  const { reported } = await database
    .selectFrom('match')
    .select(({ fn }) => fn.countAll<number>().as('reported'))
    .executeTakeFirstOrThrow();
  const games = [{ scores: [11, 7] }];
  const match = { identifier: 'court-1', teams, games, ...onDay(reported + 1) };
  const submitter = { applicationId, trusted };
  if (isTwice) {
    await ingestBatch(
      dependencies,
      submitter,
      batchOf([{ ...match, identifier: 'court-1-again' }]),
    );
  }
  const outcome = await ingestBatch(dependencies, submitter, batchOf([match]));
  if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.faults));
  return outcome.result.matches[0]?.id ?? '';
}
