import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { batchOf, matchOf } from '../../matches/testing/batches.ts';
import { handle, openClub } from '../../matches/testing/story.ts';
import type { Database } from '../../platform/database/schema.ts';
import { readLedger } from './ledger.ts';

const MATCHES = 20_000;
const fromTheStart = {
  ...{ sport: 'pickleball', lastArrival: null, limit: 100 },
  after: { matchDate: new Date(0), arrival: 0 },
};

/** Stores the only match again and again, a minute apart. */
async function repeatMatch(database: Database): Promise<void> {
  await sql`
    insert into match (id, batch_id, application_id, identifier, content_hash, sport, match_date,
      brackets, content, created_at)
    select id || number, batch_id, application_id, identifier || number, content_hash, sport,
      match_date + number * interval '1 minute', brackets, content, created_at
    from match cross join generate_series(1, ${MATCHES}::integer) as number
    order by number
  `.execute(database);
  await sql`
    insert into match_participant (match_date, arrival, member_number, team, position, is_confirmed)
    select match.match_date, match.arrival, member_number, team, position, is_confirmed
    from match cross join match_participant as participant
    where match.arrival <> participant.arrival
  `.execute(database);
  await sql`analyze`.execute(database);
}

async function countRowsRead(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_xact_user_tables where relname = 'match'
  `.execute(database);
  return Number(rows[0]?.count);
}

it('reads only the matches of a page, even where PostgreSQL prefers parallel plans', async () => {
  const { database, club, mike, priya } = await openClub('postgres');
  await handle(club, batchOf([matchOf('one', [[mike], [priya]])]));
  await repeatMatch(database);
  await database.transaction().execute(async (transaction) => {
    // They make parallel workers as attractive for a small table as they are for a large one by default.
    for (const setting of ['min_parallel_table_scan_size', 'parallel_setup_cost']) {
      await sql`select set_config(${setting}, '0', true)`.execute(transaction);
    }
    const before = await countRowsRead(transaction);
    expect(await readLedger(transaction, fromTheStart)).toHaveLength(100);
    expect((await countRowsRead(transaction)) - before).toBeLessThanOrEqual(101);
  });
});
