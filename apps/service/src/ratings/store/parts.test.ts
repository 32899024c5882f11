import { type KyselyPlugin, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { batchOf, matchOf } from '../../matches/testing/batches.ts';
import { handle, openClub } from '../../matches/testing/story.ts';
import { openPostgres } from '../../platform/database/connect.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { createTestDatabase, databases, openTestDatabase } from '../../testing/test-database.ts';
import { addNextParts, addParts } from './parts.ts';
import { findCareer, findStates, findStatesBefore } from './player-states.ts';
import { findMemberNumbers } from './players.ts';
import { findHistory } from './rating-history.ts';

const autumn = new Date('2026-09-12T15:30:00Z');
const december = new Date('2026-12-05T00:00:00Z');
const years = { '2026': '2026-06-01', '2027': '2027-06-01', '2025': '2025-06-01' };

async function partsOf(database: Database, sport: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relid::regclass::text as name
    from unnest(array['player_state', 'rating_change']) as parent
    cross join lateral pg_partition_tree(parent::regclass)
    where isleaf and relid::regclass::text like parent || ${`_${sport}_%`}
    order by 1
  `.execute(database);
  return rows.map(({ name }) => name);
}

/** Stores a state of a player for each of these days. */
async function insertStates(database: Database, member: number, days: readonly string[]) {
  await sql`
    insert into player_state (match_date, arrival, member_number, sport, brackets, numbers)
    select day, number, ${member}, sport, 'A', decode(repeat('00', 40), 'hex')
    from unnest(${days}::timestamptz[]) with ordinality as played (day, number)
    cross join unnest(array['squash', 'tennis']) as sport
  `.execute(database);
}

/** Returns the parts in which this work looks. */
async function partsRead(
  database: Database,
  work: (transaction: DatabaseTransaction) => Promise<unknown>,
): Promise<string[]> {
  return await database.transaction().execute(async (transaction) => {
    const before = await countScans(transaction);
    await work(transaction);
    const after = await countScans(transaction);
    return [...after.keys()].filter((name) => after.get(name) !== before.get(name));
  });
}

async function countScans(transaction: DatabaseTransaction): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; scans: number }>`
    select relname as name, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans
    from pg_stat_xact_user_tables
    where relname ~ '^(player_state|rating_change)_'
    order by relname
  `.execute(transaction);
  return new Map(rows.map(({ name, scans }) => [name, scans]));
}

describe.each(databases)('the parts of states and history on %s', (kind) => {
  it('are added for a sport before its first match, and for a year before it begins', async () => {
    const database = await createTestDatabase(kind);
    expect(await partsOf(database, 'squash')).toEqual([]);
    await addParts(database, ['squash'], autumn);
    await addNextParts(database, autumn);
    const first = ['player_state_squash_2026', 'rating_change_squash_2026'];
    expect(await partsOf(database, 'squash')).toEqual(first);
    await addNextParts(database, december);
    const second = ['player_state_squash_2027', 'rating_change_squash_2027'];
    expect(await partsOf(database, 'squash')).toEqual([...first, ...second].toSorted());
    expect(await partsOf(database, 'tennis')).toEqual([]);

    await insertStates(database, 1, Object.values(years)).catch((error: unknown) => {
      expect(String(error)).toMatch(/no partition/);
    });
    await addParts(database, ['tennis'], december);
    await insertStates(database, 1, Object.values(years));
    const { rows } = await sql`
      select tableoid::regclass::text as part, match_date::date::text as day from player_state
      where sport = 'squash' order by match_date
    `.execute(database);
    expect(rows).toEqual([
      { part: 'player_state_squash_2026', day: '2025-06-01' },
      { part: 'player_state_squash_2026', day: '2026-06-01' },
      { part: 'player_state_squash_2027', day: '2027-06-01' },
    ]);
  });

  it('cover the years in which no service ran', async () => {
    const database = await createTestDatabase(kind);
    for (const day of [autumn, new Date('2029-03-01')]) await addParts(database, ['squash'], day);
    const named = (name: string) => [2026, 2027, 2028, 2029].map((year) => `${name}_${year}`);
    expect(await partsOf(database, 'squash')).toEqual([
      ...named('player_state_squash'),
      ...named('rating_change_squash'),
    ]);
  });

  it('are the only ones that a query of a sport and a time reads', async () => {
    const { database, club, mike, priya } = await openClub(kind);
    const singles = matchOf('one', [[mike], [priya]], { sport: 'squash' });
    await handle(club, batchOf([singles]));
    await addParts(database, ['squash', 'tennis'], new Date('2028-06-01'));
    const member = { memberId: mike.id };
    const memberNumbers = await findMemberNumbers(database, [mike.id]);
    const which = { sport: 'squash', version: 'published', memberNumbers } as const;
    const at = (matchDate: string) => [{ ...member, matchDate: new Date(matchDate), arrival: 1 }];

    const states = async (matchDate: string) =>
      await partsRead(database, (each) => findStates(each, which, at(matchDate)));
    expect(await states('2026-09-12')).toEqual(['player_state_squash_2026']);
    expect(await states('2027-09-12')).toEqual(['player_state_squash_2027']);
    // The latest state is found without a look at the years before it, and at no later year.
    const before = async (matchDate: string) =>
      await partsRead(database, (each) => findStatesBefore(each, which, at(matchDate)));
    expect(await before('2026-12-01')).toEqual(['player_state_squash_2026']);
    await sql`
      insert into player_state (match_date, arrival, member_number, sport, brackets, numbers)
      select '2027-06-01', 9, member_number, 'squash', brackets, numbers from player_state
      where sport = 'squash' and member_number = ${mike.member_number}
    `.execute(database);
    expect(await before('2027-12-01')).toEqual(['player_state_squash_2027']);

    const career = await partsRead(database, (each) =>
      findCareer(each, which, { ...member, bracket: 'overall-open' }),
    );
    expect(career.filter((name) => !name.startsWith('player_state_squash'))).toEqual([]);
    const history = await partsRead(database, (each) =>
      findHistory(each, { ...member, sports: ['squash'], bracket: null, before: null, limit: 9 }),
    );
    expect(history.filter((name) => !name.startsWith('rating_change_squash'))).toEqual([]);
  });
});

it('services that add the parts of a sport at the same time all succeed', async () => {
  const { database, url, close } = await openTestDatabase('postgres');
  const services = Array.from({ length: 4 }, () => openPostgres(url ?? ''));
  onTestFinished(async () => {
    for (const service of services) await service.close();
    await close();
  });
  // Sessions that have added parts before know which tables do not exist.
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(services.map((service) => addForgetfully(service.database)));
    expect(await partsOf(database, 'squash')).toHaveLength(2);
    await sql`drop table player_state_squash, rating_change_squash`.execute(database);
    for (const service of services)
      await sql`select to_regclass('player_state_squash')`.execute(service.database);
  }
});

/** Adds parts without the memory of those that were added before. */
async function addForgetfully(database: Database): Promise<void> {
  await addParts(database.withPlugin(nothingChanged), ['squash'], autumn);
}

const nothingChanged: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => result,
};
