import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../platform/database/schema.ts';
import { insertApplication, insertMember } from '../testing/builders.ts';
import { rowsRead } from '../testing/rows-read.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { playedPeriod } from './domain/played-days.ts';
import { listPlayedMatches, listSubmittedMatches } from './read-matches.ts';
import type { SubmittedFilter } from './store/match-lists.ts';
import { createClub } from './testing/club.ts';

const MEMBERS = 1_000;
const MATCHES = 5_000;
const PAGE = 20;

/** Creates ledgers of two applications, each with thousands of matches of a thousand members, one of them disputed. */
async function openLedgers(isAnalyzed: boolean) {
  const { database, close } = await openTestDatabase('postgres');
  await sql`
    insert into member (id, first_name, last_name, display_name, name_folded, name_order, created_at)
    select 'mem_' || number, 'Ann', number, 'Ann', 'ann', 'ann', now()
    from generate_series(0, ${MEMBERS - 1}::integer) as number
  `.execute(database);
  const { submitter } = await createClub(database, []);
  const applicationIds = [submitter.applicationId, await insertApplication(database)];
  for (const [index, id] of applicationIds.entries()) {
    await loadMatches(database, id, index * MATCHES);
  }
  const disputed = `mat_${'0'.repeat(22)}2500`;
  await sql`
    insert into match_response (arrival, member_number, response, created_at)
    select arrival, member_number, 'disputed', now()
    from match join match_participant using (arrival)
    where id = ${disputed} and team = 0
  `.execute(database);
  if (isAnalyzed) await sql`analyze`.execute(database);

  const { applicationId } = submitter;

  /** Lists matches of the first application. */
  const list = async (given: Partial<SubmittedFilter>, cursor?: string) =>
    await counted(database, async (connection) => {
      const everything = { identifier: null, memberId: null, status: null };
      const filter = { applicationId, ...everything, period: playedPeriod({}), ...given };
      const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      return await listSubmittedMatches(connection, filter, query);
    });

  /** Lists matches of a player as the first application sees them. */
  const listPlayed = async (memberId: string, limit: number, cursor?: string) =>
    await counted(database, async (connection) => {
      const filter = { applicationId, memberId, sports: null, period: playedPeriod({}) };
      const query = { limit, ...(cursor !== undefined && { cursor }) };
      return await listPlayedMatches(connection, filter, query);
    });

  return { list, listPlayed, disputed, idle: await insertMember(database), close };
}

async function loadMatches(
  database: Database,
  applicationId: string,
  first: number,
): Promise<void> {
  await sql`
    insert into match_batch (id, application_id, created_at)
    values (${applicationId}, ${applicationId}, now())
  `.execute(database);
  await sql`
    insert into match (
      id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets,
      content, created_at
    )
    select 'mat_' || lpad(number::text, 26, '0'), ${applicationId}, ${applicationId}, number, '', 'padel',
      timestamptz '2026-01-01T00:00:00Z' + number * interval '1 minute', 'A',
      '{"teams": [["a"], ["b"]], "games": [{"scores": [11, 7], "winScore": 11, "winBy": 2}]}', now()
    from generate_series(${first + 1}::integer, ${first + MATCHES}::integer) as number
  `.execute(database);
  await sql`
    insert into match_participant (match_date, arrival, member_number, team, position)
    select match_date, arrival, member.member_number, team, 0
    from generate_series(${first + 1}::integer, ${first + MATCHES}::integer) as number
    join match on match.id = 'mat_' || lpad(number::text, 26, '0')
    cross join generate_series(0, 1) as team
    join member on member.id = 'mem_' || (7 * number + 13 * team) % ${MEMBERS}
  `.execute(database);
}

/** Reads a page twice, and counts the rows that it reads the second time. */
async function counted<Page>(database: Database, read: (connection: Database) => Promise<Page>) {
  return await database.connection().execute(async (connection) => {
    const page = await read(connection);
    return { ...page, read: await rowsRead(connection, async () => await read(connection)) };
  });
}

describe.each([
  ['was never analyzed', false],
  ['was analyzed', true],
])('a page of a large ledger that %s', (_, isAnalyzed) => {
  let ledgers: Awaited<ReturnType<typeof openLedgers>>;

  beforeAll(async () => {
    ledgers = await openLedgers(isAnalyzed);
  });

  afterAll(async () => await ledgers.close());

  it('reads only the entries that it shows, at any position', async () => {
    const { list } = ledgers;
    const first = await list({});
    expect(first.matches).toHaveLength(PAGE);
    const second = await list({}, first.nextCursor ?? '');
    const middle = await list({ period: playedPeriod({ to: '2026-01-03' }) });
    for (const { read, matches } of [first, second, middle]) {
      expect(matches).toHaveLength(PAGE);
      // Plus one row that shows whether another page follows, and one of each other status.
      expect(read('match_status')).toBeLessThanOrEqual(PAGE + 4);
      // Plus the one of the cursor.
      expect(read('match')).toBeLessThanOrEqual(PAGE + 1);
      expect(read('match_participant')).toBeLessThanOrEqual(2 * PAGE);
      expect(read('member')).toBeLessThanOrEqual(4 * PAGE);
    }
  });

  it('finds the only disputed match without reading others', async () => {
    const { list, disputed } = ledgers;
    const { matches, read } = await list({ status: 'disputed' });
    expect(matches.map(({ id }) => id)).toEqual([disputed]);
    expect(read('match_status')).toBeLessThanOrEqual(2);
  });

  it('of a player or an identifier reads only matching entries', async () => {
    const { list, idle } = ledgers;
    const ofPlayer = await list({ memberId: 'mem_7' });
    const played = (2 * MATCHES) / MEMBERS;
    expect(ofPlayer.matches).toHaveLength(played);
    expect(ofPlayer.read('match_status')).toBeLessThanOrEqual(2 * played);
    expect(ofPlayer.read('match_participant')).toBeLessThanOrEqual(4 * played);
    const named = await list({ identifier: '77', memberId: 'mem_539' });
    expect(named.matches).toHaveLength(1);
    expect(named.read('match_status')).toBe(1);
    const ofIdle = await list({ memberId: idle.id });
    expect(ofIdle.read('match_status')).toBe(0);
  });

  it('of a player’s matches reads only the entries that it shows', async () => {
    const limit = 5;
    const first = await ledgers.listPlayed('mem_7', limit);
    const second = await ledgers.listPlayed('mem_7', limit, first.nextCursor ?? '');
    for (const { read, matches } of [first, second]) {
      expect(matches).toHaveLength(limit);
      // Plus one row that shows whether another page follows, the one of the cursor, and both players of each match.
      expect(read('match_participant')).toBeLessThanOrEqual(3 * limit + 2);
      // Plus the one of the cursor.
      expect(read('match')).toBeLessThanOrEqual(limit + 1);
      expect(read('match_status')).toBe(0);
    }
  });
});
