import { tmpdir } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPostgres } from '../../platform/database/connect.ts';
import { migrateToLatest, openDatabase } from '../../platform/database/migrate.ts';
import { createSchema } from '../../platform/database/schema/create-schema.ts';
import { appliedMigrations } from '../../platform/database/schema-version.ts';
import { createEmptyPostgres } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { runOperatorCommand } from '../operator.ts';
import { silentTerminal } from '../testing/operator.ts';
import { withDatabase } from './local-client.ts';

/** Creates a database with only these migrations, and a command that opens it without a service. */
async function openWith(migrations: Parameters<typeof migrateToLatest>[1] | null) {
  const databaseUrl = await createEmptyPostgres();
  const { database, close } = openPostgres(databaseUrl);
  onTestFinished(close);
  if (migrations !== null) await migrateToLatest(database, migrations);
  const run = async () => {
    vi.stubEnv('DATABASE_URL', databaseUrl);
    vi.stubEnv('SECRETS_KEY', testSecretsKey);
    onTestFinished(() => void vi.unstubAllEnvs());
    const errors: string[] = [];
    const terminal = silentTerminal({ printError: (line) => errors.push(line) });
    const status = await runOperatorCommand(
      ['partner', 'list'],
      terminal,
      () => async (use) => await withDatabase(undefined, terminal.printError, use),
    );
    // The first line names the database.
    return { status, errors: errors.slice(1).join('\n') };
  };
  return {
    run,
    applied: async () => await appliedMigrations(database),
    migrate: async () => {
      const opened = await openDatabase({ databaseUrl, dataDirectory: tmpdir() });
      await opened.close();
    },
  };
}

it('a command refuses the schema of an earlier version, says what is pending and what to do, and changes nothing', async () => {
  const { run, applied, migrate } = await openWith({ '0001-schema': { up: createSchema } });
  expect(await run()).toEqual({
    status: 1,
    errors: expect.stringMatching(
      /^The command did not run\. The schema of the database is of an earlier version: \d+ migrations are pending \(0002-groups-and-pairs to \d{4}-[a-z-]+\)\. While instances of that version run, use the command of that version\. To upgrade, take a backup, stop all instances, and run `migrate` of this version\.$/,
    ),
  });
  expect(await applied()).toEqual(['0001-schema']);

  await migrate();
  expect(await run()).toEqual({ status: 0, errors: '' });
});

it('a command refuses an empty database, and creates nothing in it', async () => {
  const { run, applied } = await openWith(null);
  expect(await run()).toEqual({
    status: 1,
    errors:
      'The command did not run. The database is empty. Check DATABASE_URL. If it is right, run `migrate`, or start the service.',
  });
  expect(await applied()).toEqual([]);
});

it('a command refuses the schema of a newer version', async () => {
  const { run, applied } = await openWith({ '9001-courts': { up: async () => {} } });
  expect(await run()).toEqual({
    status: 1,
    errors:
      'The command did not run. A newer version has changed this database (migration 9001-courts). ' +
      'Run that version, or restore the backup from before its upgrade.',
  });
  expect(await applied()).toEqual(['9001-courts']);
});
