import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { openPostgres } from '../../platform/database/connect.ts';
import { migrateToLatest, openDatabase } from '../../platform/database/migrate.ts';
import { createSchema } from '../../platform/database/schema/create-schema.ts';
import { appliedMigrations } from '../../platform/database/schema-version.ts';
import { checkSecretsKey } from '../../platform/secrets/reseal.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
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
  const run = async (words = ['partner', 'list'], environment: Record<string, string> = {}) => {
    const settings = { DATABASE_URL: databaseUrl, SECRETS_KEY: testSecretsKey, ...environment };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const errors: string[] = [];
    const terminal = silentTerminal({ printError: (line) => errors.push(line) });
    const status = await runOperatorCommand(
      words,
      terminal,
      () => async (use) => await withDatabase(undefined, terminal.printError, use),
    );
    // The first line names the database.
    return { status, errors: errors.slice(1).join('\n') };
  };
  return {
    run,
    database,
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

it('a command that writes refuses a key that is not the one of the database, and creates none', async () => {
  const { run, database } = await openWith(undefined);
  const { secretsKeys, dataDirectory } = readConfiguration({ SECRETS_KEY: testSecretsKey });
  await checkSecretsKey(database, createSecretSealing({ secretsKeys, dataDirectory }));
  const create = ['partner', 'create', 'my-club', '--name', 'My Club'];
  const words = [...create, '--redirect-uri', 'https://my-club.example/callback'];
  const another = Buffer.alloc(32, 9).toString('base64');
  expect(await run(words, { SECRETS_KEY: another })).toEqual({
    status: 1,
    errors: expect.stringContaining('This database was sealed with another key.'),
  });
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-no-key-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  expect(await run(words, { SECRETS_KEY: '', DATA_DIR: directory })).toEqual({
    status: 1,
    errors: expect.stringContaining('There is no key to encrypt with: SECRETS_KEY is empty'),
  });
  expect(await readdir(directory)).toEqual([]);
  expect(await run(words)).toEqual({ status: 0, errors: '' });
});
