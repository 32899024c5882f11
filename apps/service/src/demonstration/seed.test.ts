import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../accounts/create-account.ts';
import { createPartner } from '../admin/partner/partners.ts';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Database } from '../platform/database/schema.ts';
import { findCallerByKey } from '../platform/http/credentials.ts';
import { insertApplication } from '../testing/builders.ts';
import { createTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { describeDemonstration } from './describe.ts';
import { readFacts } from './facts.ts';
import { seedDemonstration } from './seed.ts';

const silent = () => {};
const now = new Date('2026-11-20T12:00:00Z');
const somebody = {
  clientId: 'somebody',
  name: 'Somebody',
  redirectUris: ['https://somebody.example/callback'],
};

describe('the demonstration', () => {
  let dependencies: Dependencies;
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'partner-rating-demo-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    dependencies = {
      database: await createTestDatabase('pglite'),
      clock: () => now,
      configuration: readConfiguration({ DATA_DIR: directory }),
      publicUrl: 'http://localhost:3001',
    };
  });

  const count = async (table: 'match' | 'member' | 'rating_change' | 'api_key') => {
    const { rows } = await dependencies.database
      .selectFrom(table)
      .select((expression) => expression.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  };

  it('fills an empty database with players, matches and ratings that moved', async () => {
    await seedDemonstration(dependencies, silent);
    expect(await count('member')).toBeGreaterThan(300);
    expect(await count('match')).toBeGreaterThan(500);
    expect(await count('rating_change')).toBeGreaterThan(await count('match'));
  });

  it('connects everybody but the demo player to the first partner', async () => {
    await seedDemonstration(dependencies, silent);
    const facts = await readFacts(directory);
    const connected = await dependencies.database
      .selectFrom('connection')
      .select('member_id')
      .execute();
    expect(connected.map((row) => row.member_id).sort()).toEqual(
      facts?.otherMembers.map(({ id }) => id).sort(),
    );
  });

  it('writes facts that work and that only the owner may read', async () => {
    await seedDemonstration(dependencies, silent);
    const facts = await readFacts(directory);
    expect((await stat(join(directory, 'demo.json'))).mode & 0o777).toBe(0o600);
    expect(facts?.baseUrl).toBe('http://localhost:3001/api/v1');
    expect(facts?.otherMembers.length).toBeGreaterThan(300);
    for (const key of [facts?.apiKey, facts?.otherApplication.apiKey]) {
      expect(await findCallerByKey(dependencies.database, key ?? '', now)).not.toBeNull();
    }
    expect(await describeDemonstration(dependencies)).toContain(facts?.apiKey);
  });

  it('makes the data directory where nothing else has made it', async () => {
    const dataDirectory = join(directory, 'not', 'there');
    const configuration = { ...dependencies.configuration, dataDirectory };
    await seedDemonstration({ ...dependencies, configuration }, silent);
    expect(await readFacts(dataDirectory)).not.toBeNull();
  });

  it('shows no facts that belong to another database', async () => {
    await seedDemonstration(dependencies, silent);
    const other = { ...dependencies, database: await createTestDatabase('pglite') };
    expect(await describeDemonstration(other)).not.toContain('API key');
  });

  it('changes nothing the second time', async () => {
    await seedDemonstration(dependencies, silent);
    const before = [await count('match'), await readFile(join(directory, 'demo.json'), 'utf8')];
    await seedDemonstration(dependencies, silent);
    expect([await count('match'), await readFile(join(directory, 'demo.json'), 'utf8')]).toEqual(
      before,
    );
  });

  it('updates the address when the service moves', async () => {
    await seedDemonstration(dependencies, silent);
    const before = await readFacts(directory);
    await seedDemonstration({ ...dependencies, publicUrl: 'https://ratings.example' }, silent);
    expect(await readFacts(directory)).toEqual({
      ...before,
      baseUrl: 'https://ratings.example/api/v1',
    });
  });

  it('is taken up where it was interrupted, also on another day', async () => {
    const interrupted = (text: string) => {
      if (text.includes('club nights')) throw new Error('killed');
    };
    await expect(seedDemonstration(dependencies, interrupted)).rejects.toThrow('killed');
    const begun = await count('match');
    expect(begun).toBeGreaterThan(0);
    const later = new Date(now.getTime() + 24 * 60 * 60 * 1_000);
    await seedDemonstration({ ...dependencies, clock: () => later }, silent);
    expect(await count('match')).toBeGreaterThan(begun);
    expect(await count('api_key')).toBe(2);
    expect(await readFacts(directory)).not.toBeNull();
  });

  it.each(['somebody', 'courtside-club', 'rally-league'])(
    'leaves a database alone whose partner is %s',
    async (clientId) => {
      await createPartner(dependencies, { ...somebody, clientId });
      await seedDemonstration(dependencies, silent);
      expect(await count('member')).toBe(0);
    },
  );

  it('leaves a database alone that has a member and no partner yet', async () => {
    await createAccount(dependencies, {
      email: 'ada@example.com',
      password: 'a long walk to the net',
      firstName: 'Ada',
      lastName: 'Moreno',
      gender: 'UNKNOWN',
    });
    await seedDemonstration(dependencies, silent);
    expect(await count('member')).toBe(1);
    expect(await readFacts(directory)).toBeNull();
  });
});

describe('the demonstration on PostgreSQL', () => {
  async function setUp(): Promise<Dependencies> {
    const directory = await mkdtemp(join(tmpdir(), 'partner-rating-demo-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const { database, close, url } = await openTestDatabase('postgres');
    onTestFinished(close);
    const configuration = readConfiguration({
      DATA_DIR: directory,
      DATABASE_URL: url ?? '',
      SEED: 'demo',
    });
    return { database, clock: () => now, configuration, publicUrl: 'http://localhost:3001' };
  }

  it('waits for the first partner that somebody is adding, and leaves the database alone', async () => {
    const dependencies = await setUp();
    const { database } = dependencies;
    const seeded = await database.transaction().execute(async (transaction) => {
      await insertApplication(transaction);
      const seeding = seedDemonstration(dependencies, silent);
      await expect.poll(() => waitingLocks(database)).toBe(1);
      return { seeding };
    });
    await seeded.seeding;
    expect(await database.selectFrom('member').select('id').execute()).toEqual([]);
  });

  it('is made once where two instances start at the same time', async () => {
    const dependencies = await setUp();
    const { database } = dependencies;
    await Promise.all([
      seedDemonstration(dependencies, silent),
      seedDemonstration(dependencies, silent),
    ]);
    expect(await database.selectFrom('api_key').select('id').execute()).toHaveLength(2);
    expect(await describeDemonstration(dependencies)).toContain('API key');
  });
});

async function waitingLocks(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and not granted
  `.execute(database);
  return rows[0]?.count ?? 0;
}
