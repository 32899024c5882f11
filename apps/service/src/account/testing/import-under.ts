import type { ConnectFlow } from '../../connect/testing/connect-flow.ts';
import { importTournament } from '../../matches/import/import-tournament.ts';
import { called, finalOf, importOf } from '../../matches/import/testing/tournament.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { insertApplication } from '../../testing/builders.ts';
import { testSecretsKey } from '../../testing/test-service.ts';

/** Matches of somebody of this address, imported by an application they never heard of, by their participations. */
export async function importUnder(
  { database }: ConnectFlow,
  email: string,
  matches = 1,
): Promise<string[]> {
  const applicationId = await insertApplication(database, { name: 'Rally League' });
  const dependencies = {
    database,
    clock: () => new Date('2026-09-12T18:04:11Z'),
    configuration: readConfiguration({ SECRETS_KEY: testSecretsKey }),
  };
  const teams = [[called('Somebody Else', { email })], [called('Jo Park')]];
  const finals = Array.from({ length: matches }, (_, index) =>
    finalOf(`final-${index}`, teams, { games: [{ scores: [11, index] }] }),
  );
  const submitter = { applicationId, trusted: false };
  const outcome = await importTournament(dependencies, submitter, importOf(finals));
  if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.faults));
  const ghost = outcome.result.participants[0]?.id;
  return outcome.result.matches.map(({ id }) => `${id} ${ghost}`);
}

export async function proveEmails({ database }: ConnectFlow): Promise<void> {
  await database
    .updateTable('account')
    .set({ email_proven_at: new Date(0) })
    .execute();
}
