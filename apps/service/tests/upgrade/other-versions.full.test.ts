// Each test runs commands of this version on the database of another version, in separate processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { connectDatabase, type DatabaseAddress } from '../../src/platform/database/connect.ts';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import { createSchema } from '../../src/platform/database/schema/create-schema.ts';
import { createEmptyPostgres } from '../../src/testing/test-database.ts';
import { testSecretsKey } from '../../src/testing/test-service.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

const earlier = { '0001-schema': { up: createSchema } };
const newer = { '9001-courts': { up: async () => {} } };

/** Creates a database with only these migrations. Returns a function that runs a command on it. */
async function databaseOf(kind: 'postgres' | 'pglite', migrations: typeof earlier | typeof newer) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-versions-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true }));
  const databaseUrl = kind === 'postgres' ? await createEmptyPostgres() : null;
  const address: DatabaseAddress = { databaseUrl, dataDirectory };
  const { database, close } = await connectDatabase(address);
  await migrateToLatest(database, migrations);
  await close();
  return async (...words: string[]) => {
    const child = spawn(process.execPath, [main, ...words], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dataDirectory,
        SECRETS_KEY: testSecretsKey,
        PORT: '0',
        SEED: 'none',
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [output, errors] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { status: child.exitCode, output, errors };
  };
}

it.each([
  ['start', 'The service did not start.'],
  ['migrate', 'Nothing was migrated.'],
  ['operator partner list', 'The command did not run.'],
])('`%s` of an earlier version refuses the schema of a newer version', async (words, refusal) => {
  const run = await databaseOf('postgres', newer);
  const { status, errors } = await run(...words.split(' '));
  expect(status).toBe(1);
  expect(errors).toContain(
    `${refusal} A newer version has changed this database (migration 9001-courts). Run that version, `,
  );
});

it('an operator’s command of a newer version refuses until `migrate` has run', async () => {
  const run = await databaseOf('postgres', earlier);
  const list = ['operator', 'partner', 'list'];
  expect(await run(...list)).toMatchObject({
    status: 1,
    errors: expect.stringContaining('are pending (0002-groups-and-pairs to '),
  });
  expect(await run('migrate')).toMatchObject({
    status: 0,
    output: expect.stringContaining('Applied 0002-groups-and-pairs, '),
  });
  expect(await run(...list)).toMatchObject({ status: 0 });
});

it('an operator’s command upgrades an embedded database that no service has open', async () => {
  const run = await databaseOf('pglite', earlier);
  expect(await run('operator', 'partner', 'list')).toMatchObject({
    status: 0,
    errors: expect.stringContaining('The schema was brought up to date: 0002-groups-and-pairs, '),
  });
});
