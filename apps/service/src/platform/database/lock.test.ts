import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { explainStartFailure } from '../../console/migrate.ts';
import { createEmptyPostgres } from '../../testing/test-database.ts';
import { openPostgres } from './connect.ts';
import { DirectoryInUseError, lockDirectory } from './lock.ts';
import { openDatabase } from './migrate.ts';

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'partner-rating-lock-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

it('the lock of a directory refuses a second holder and says what to do', async () => {
  const path = await directory();
  const lock = await lockDirectory(path);
  await expect(lockDirectory(path)).rejects.toThrow(DirectoryInUseError);
  await expect(lockDirectory(path)).rejects.toThrow(/DATA_DIR.*DATABASE_URL/);
  await lock.release();
});

it('the lock of a directory is free again once it is released', async () => {
  const path = await directory();
  await (await lockDirectory(path)).release();
  await (await lockDirectory(path)).release();
});

it('the lock of a directory is free again once its holder is killed', async () => {
  const path = await directory();
  const module = new URL('./lock.ts', import.meta.url).href;
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { lockDirectory } = await import(${JSON.stringify(module)});
     await lockDirectory(${JSON.stringify(path)});
     process.stdout.write('held');
     setInterval(() => {}, 1000);`,
  ]);
  await once(holder.stdout, 'data');
  await expect(lockDirectory(path)).rejects.toThrow(DirectoryInUseError);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await lockDirectory(path)).release();
});

/** Returns why a service does not start on an empty database after this statement. */
async function refusalAfter(
  spoil: (name: string) => string,
  role?: string,
): Promise<string | null> {
  const url = new URL(await createEmptyPostgres());
  const { database, close } = openPostgres(url.href);
  onTestFinished(close);
  await sql.raw(spoil(url.pathname.slice(1))).execute(database);
  url.username = role ?? url.username;
  const opened = openDatabase({ databaseUrl: url.href, dataDirectory: '' });
  return await opened.then(
    () => 'It was opened.',
    (error: unknown) => explainStartFailure(error, 'The service did not start'),
  );
}

/** Returns why a service does not start on a database that was created with these options. */
async function refusalOf(created: string): Promise<string | null> {
  const url = new URL(await createEmptyPostgres());
  const name = `${url.pathname.slice(1)}_other`;
  const { database, close } = openPostgres(url.href);
  onTestFinished(close);
  await sql.raw(`create database ${name} template template0 ${created}`).execute(database);
  onTestFinished(async () => {
    await sql.raw(`drop database ${name} with (force)`).execute(database);
  });
  url.pathname = name;
  const opened = openDatabase({ databaseUrl: url.href, dataDirectory: '' });
  return await opened.then(
    ({ close: closeOpened }) => closeOpened().then(() => 'It was opened.'),
    (error: unknown) => explainStartFailure(error, 'The service did not start'),
  );
}

it.each([
  [
    "encoding 'SQL_ASCII' locale 'C'",
    'has the encoding SQL_ASCII, in which not every name can be stored and found',
  ],
  [
    "encoding 'UTF8' locale_provider icu icu_locale 'tr-TR'",
    'lower-cases "I" by the rules of another language',
  ],
])(
  'a database created with %s is refused, and the error says how to create it',
  async (created, error) => {
    const refusal = await refusalOf(created);
    expect(refusal).toContain(` ${error}. Drop it and create it `);
    expect(refusal).toMatch(
      /: create database \w+ owner postgres encoding 'UTF8' locale 'C\.UTF-8' template template0\.$/,
    );
  },
);

describe('a database in which no table can be created is refused, and the error says what to do', () => {
  it('if the role is not its owner', async () => {
    const role = 'stranger_without_tables';
    const makeRole = () =>
      `do $$ begin create role ${role} login; exception when duplicate_object then end $$`;
    expect(await refusalAfter(makeRole, role)).toMatch(
      /^The service did not start\. The role stranger_without_tables cannot create tables in the database (\S+)\. Make it the owner: alter database \1 owner to stranger_without_tables\.$/,
    );
  });

  it('if it is read-only', async () => {
    const readOnly = (name: string) =>
      `alter database ${name} set default_transaction_read_only = on`;
    expect(await refusalAfter(readOnly)).toMatch(
      / can only be read, because default_transaction_read_only is on .* give DATABASE_URL the address /,
    );
  });
});

it.each([
  ['53100', 'has no space left (no). Free space on its disk, then try again.'],
  ['53300', 'accepts no more connections (no). Raise max_connections, or run fewer instances.'],
  [
    '57P03',
    'cannot be reached (no). Check that it runs, and check the address, user, and password.',
  ],
])('error %s of PostgreSQL is explained with what to do', (code, explained) => {
  const error = Object.assign(new Error('no'), { code });
  expect(explainStartFailure(error, 'The command did not run')).toBe(
    `The command did not run. The database of DATABASE_URL ${explained}`,
  );
});
