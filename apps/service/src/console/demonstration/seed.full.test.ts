import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../../account/register.ts';
import { checkPassword } from '../../connect/login/check-password.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, Schema } from '../../platform/database/schema.ts';
import { findCallerByKey } from '../../platform/http/caller.ts';
import { ratingHistory } from '../../ratings/store/rating-history.ts';
import { insertApplication } from '../../testing/builders.ts';
import { createTestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { createPartner } from '../actions/partners.ts';
import { findManagedApplication } from '../store/teams.ts';
import { describeDemonstration } from './describe.ts';
import { readFacts } from './facts.ts';
import { seedDemonstration } from './seed.ts';
import { withSeedLock } from './store/demonstration.ts';

const silent = () => {};
const now = new Date('2026-11-20T12:00:00Z');
const somebody = {
  clientId: 'somebody',
  name: 'Somebody',
  redirectUris: ['https://somebody.example/callback'],
};

type Counted = 'match' | 'member' | 'rating_change' | 'api_key';

describe('the filled demonstration', () => {
  let parent: string;
  let directory: string;
  let dependencies: Dependencies;
  let close: () => Promise<void>;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'partner-rating-demo-'));
    // With PostgreSQL, nothing else creates the directory.
    directory = join(parent, 'not', 'there');
    const opened = await openTestDatabase('pglite');
    close = opened.close;
    dependencies = {
      database: opened.database,
      clock: () => now,
      configuration: readConfiguration({ DATA_DIR: directory }),
      publicUrl: 'http://localhost:3001',
    };
    await seedDemonstration(dependencies, silent);
  });
  afterAll(async () => {
    await close();
    await rm(parent, { recursive: true });
  });

  const count = async (table: Counted) => await countRows(dependencies.database, table);

  it('fills an empty database with players, matches and ratings that moved', async () => {
    expect(await count('member')).toBeGreaterThan(300);
    expect(await count('match')).toBeGreaterThan(500);
    expect(await count('rating_change')).toBeGreaterThan(await count('match'));
  });

  it('has only sets of padel and tennis with a score of these sports', async () => {
    const matches = await dependencies.database
      .selectFrom('match')
      .select('content')
      .where('sport', 'in', ['padel', 'tennis'])
      .execute();
    const sets = matches.flatMap(({ content }) =>
      (content as { games: { scores: number[] }[] }).games.map(({ scores }) =>
        scores.toSorted((one, other) => other - one).join('–'),
      ),
    );
    expect([...new Set(sets)].sort()).toEqual(['6–0', '6–1', '6–2', '6–3', '6–4', '7–5', '7–6']);
  });

  it('connects everybody but the demo player to the first partner', async () => {
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
    const facts = await readFacts(directory);
    expect((await stat(join(directory, 'demo.json'))).mode & 0o777).toBe(0o600);
    expect(facts?.baseUrl).toBe('http://localhost:3001/api/v1');
    expect(facts?.otherMembers.length).toBeGreaterThan(300);
    for (const key of [facts?.apiKey, facts?.otherApplication.apiKey]) {
      expect(await findCallerByKey(dependencies.database, key ?? '', now)).not.toBeNull();
    }
    expect(await describeDemonstration(dependencies)).toContain(facts?.apiKey);
  });

  it('has a person who can log in to the console and owns the first partner', async () => {
    const facts = await readFacts(directory);
    const { email = '', password = '' } = facts?.person ?? {};
    const { database } = dependencies;
    const named = { of: 'partner', name: email } as const;
    const { account } = await checkPassword({ database }, { named, password });
    const accountId = account?.accountId ?? '';
    const reference = { clientId: facts?.clientId ?? '' };
    expect(await findManagedApplication(database, accountId, reference)).toMatchObject({
      role: 'owner',
    });
    expect(await describeDemonstration(dependencies)).toContain(email);
  });

  it('has players of each gender who can log in, and who play weekly, sometimes, and never', async () => {
    const facts = await readFacts(directory);
    const { database } = dependencies;
    const played = await Promise.all(
      (facts?.logIns ?? []).map(async ({ id, email, password }) => {
        const { gender } = await database
          .selectFrom('member')
          .select('gender')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const { account } = await checkPassword(
          { database },
          { named: { of: 'player', name: email }, password },
        );
        expect(account?.accountId).toBe(id);
        return { gender, matches: await countRatedMatches(database, id) };
      }),
    );
    expect(played.length).toBeGreaterThanOrEqual(5);
    expect(new Set(played.map(({ gender }) => gender))).toEqual(
      new Set(['MALE', 'FEMALE', 'OTHER']),
    );
    const matches = played.map((player) => player.matches);
    expect(matches[0]).toBeGreaterThanOrEqual(40);
    expect(matches.filter((count) => count > 0 && count < 30)).not.toHaveLength(0);
    expect(matches).toContain(0);
    const shared = facts?.logIns.filter(({ sharedPage }) => sharedPage !== null) ?? [];
    expect(shared).toHaveLength(1);
    const [address] = await database.selectFrom('shared_page').select('address').execute();
    expect(shared[0]?.sharedPage).toBe(`/players/${address?.address}`);
  });

  it('shows no facts that belong to another database', async () => {
    const other = { ...dependencies, database: await createTestDatabase('pglite') };
    expect(await describeDemonstration(other)).not.toContain('API key');
  });

  it('changes nothing the second time', async () => {
    const before = [await count('match'), await readFile(join(directory, 'demo.json'), 'utf8')];
    await seedDemonstration(dependencies, silent);
    expect([await count('match'), await readFile(join(directory, 'demo.json'), 'utf8')]).toEqual(
      before,
    );
  });

  it('updates the address when the service moves', async () => {
    const before = await readFacts(directory);
    await seedDemonstration({ ...dependencies, publicUrl: 'https://ratings.example' }, silent);
    expect(await readFacts(directory)).toEqual({
      ...before,
      baseUrl: 'https://ratings.example/api/v1',
    });
  });
});

describe('filling a database with the demonstration', () => {
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

  const count = async (table: Counted) => await countRows(dependencies.database, table);

  it('continues after an interruption, also on another day', async () => {
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
    'does not change a database whose partner is %s',
    async (clientId) => {
      await createPartner(dependencies, { ...somebody, clientId });
      await seedDemonstration(dependencies, silent);
      expect(await count('member')).toBe(0);
    },
  );

  it('does not change a database with a member and no partner', async () => {
    await createAccount(dependencies, {
      email: 'ada@example.com',
      password: 'a long walk to the net',
      firstName: 'Ada',
      lastName: 'Moreno',
      gender: 'UNKNOWN',
      isDiscoverable: true,
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

  it('waits for a first partner that somebody is adding, and then does not change the database', async () => {
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

  it('may take longer than the idle limit of a PostgreSQL transaction', async () => {
    const url = (await setUp()).configuration.databaseUrl ?? '';
    const pool = new pg.Pool({ connectionString: url, idle_in_transaction_session_timeout: 500 });
    const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
    onTestFinished(() => database.destroy());
    const seeded = withSeedLock(database, async () => {
      await sql`select pg_sleep(0.6)`.execute(database);
    });
    await expect(seeded).resolves.toBeUndefined();
  });

  it('runs once if two instances start at the same time', async () => {
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

async function countRows(database: Database, table: Counted): Promise<number> {
  const { rows } = await database
    .selectFrom(table)
    .select((expression) => expression.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

async function countRatedMatches(database: Database, memberId: string): Promise<number> {
  const { matches } = await database
    .selectFrom(ratingHistory)
    .select((expression) => expression.fn.count<number>('match_id').distinct().as('matches'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return Number(matches);
}

async function waitingLocks(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and not granted
  `.execute(database);
  return rows[0]?.count ?? 0;
}
