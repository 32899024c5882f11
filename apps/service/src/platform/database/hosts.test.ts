import { execFileSync } from 'node:child_process';
import { testRows } from '@partner-rating/table-tests';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { explainStartFailure } from '../../console/migrate.ts';
import { createEmptyPostgres, createTestDatabase } from '../../testing/test-database.ts';
import { databaseName, openPostgres } from './connect.ts';
import { OLDEST_POSTGRES, readDatabaseHosts } from './hosts.ts';
import { openDatabase } from './migrate.ts';

const one = (address: string, needsPrimary = false) => ({ addresses: [address], needsPrimary });

testRows([
  ['postgres://ann:p%40ss@db:5433/club?sslmode=require', undefined],
  ['postgresql:///club?host=/var/run/postgresql', undefined],
  ['postgres://db/club?target_session_attrs=any', one('postgres://db/club')],
  ['postgres://db/club?target_session_attrs=primary', one('postgres://db/club', true)],
  ['postgres://[::1]:5433/club', undefined],
  [
    'postgres://ann:p%40ss@one:5432,two,[::1]:5433/club?sslmode=require&target_session_attrs=read-write',
    {
      addresses: [
        'postgres://ann:p%40ss@one:5432/club?sslmode=require',
        'postgres://ann:p%40ss@two/club?sslmode=require',
        'postgres://ann:p%40ss@[::1]:5433/club?sslmode=require',
      ],
      needsPrimary: true,
    },
  ],
  ['postgres://one,two', { addresses: ['postgres://one', 'postgres://two'], needsPrimary: true }],
])('the hosts of an address are read', (address, hosts = one(address)) => {
  expect(readDatabaseHosts(address)).toEqual(hosts);
});

testRows([
  ['postgres://one,two:port/club', 'an address'],
  ['postgres://ann@/club@one,two', 'an address'],
  ['mysql://one,two/club', 'an address'],
  ['one,two', 'an address'],
  ['postgres://one/club?target_session_attrs=standby', 'written'],
  ['postgres://one,two/club?target_session_attrs=prefer-standby', 'written'],
])('an address without a host is refused', (address, reason) => {
  expect(() => readDatabaseHosts(address)).toThrow(reason);
});

it('the description of a database names all hosts, but not the password', () => {
  const databaseUrl = 'postgres://ann:hidden@one:5433,two/club';
  expect(databaseName({ databaseUrl, dataDirectory: '' })).toBe(
    'PostgreSQL at one:5433 or two, club',
  );
});

async function majorOf<Schema>(database: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ number: string }>`
    select current_setting('server_version_num') as number
  `.execute(database);
  return Math.floor(Number(rows[0]?.number) / 10_000);
}

/** Creates a database that reports an older version, by a function in front of PostgreSQL's. */
async function createOldPostgres(): Promise<string> {
  const url = await createEmptyPostgres();
  const { database, close } = openPostgres(url);
  onTestFinished(close);
  const name = new URL(url).pathname.slice(1);
  for (const statement of [
    'create schema older',
    `create function older.current_setting(text) returns text language sql return
      case $1 when 'server_version_num' then '140023' else '14.23' end`,
    `alter database ${name} set search_path = older, pg_catalog, public`,
  ]) {
    await sql.raw(statement).execute(database);
  }
  return url;
}

describe('the versions of PostgreSQL', () => {
  it('that tests run on are the oldest accepted version, or the named one, and the newest', async () => {
    const named = process.env.TEST_POSTGRES_SERVER;
    const version = named ? execFileSync(named, ['--version'], { encoding: 'utf8' }) : '';
    const first = named ? Number(/ (\d+)/.exec(version)?.[1]) : OLDEST_POSTGRES;
    expect(await majorOf(await createTestDatabase('postgres'))).toBe(first);
    const newest = await majorOf(await createTestDatabase('newest postgres'));
    expect(newest).toBeGreaterThan(OLDEST_POSTGRES);
    expect(await majorOf(await createTestDatabase('pglite'))).toBe(newest);
  });

  it('that are too old are refused with an explanation before anything is written', async () => {
    const databaseUrl = await createOldPostgres();
    const refusal = await openDatabase({ databaseUrl, dataDirectory: '' }).catch((error: unknown) =>
      explainStartFailure(error, 'The service did not start'),
    );
    expect(refusal).toBe(
      'The service did not start. The database of DATABASE_URL is PostgreSQL 14.23, which its ' +
        'makers no longer maintain. Upgrade it to PostgreSQL 15 or newer.',
    );
    const { database, close } = openPostgres(databaseUrl);
    onTestFinished(close);
    const { rows } = await sql`
      select from pg_tables where schemaname in ('older', 'public')
    `.execute(database);
    expect(rows).toEqual([]);
  });
});
