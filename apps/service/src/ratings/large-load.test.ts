import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Club, createClub } from '../matches/testing/club.ts';
import { voidPlayed } from '../matches/testing/voids.ts';
import type { Database } from '../platform/database/schema.ts';
import { rowsRead } from '../testing/rows-read.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { auditRatings } from './audit-ratings.ts';
import type { Finding } from './domain/rating-differences.ts';
import { rebuildRatings } from './rebuild-ratings.ts';

const MEMBERS = 1_500;

interface Load {
  sport: string;
  matches: number;
}

/** Adds unrated matches to the ledger, as fast as possible. */
async function loadLedger(club: Club, { sport, matches }: Load): Promise<void> {
  const { applicationId } = club.submitter;
  for (const statement of [
    sql`
      insert into match_batch (id, application_id, created_at)
      values (${sport}, ${applicationId}, now())
    `,
    sql`
      insert into match (
        id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets,
        content, created_at
      )
      select ${sport} || number, ${sport}, ${applicationId}, ${sport} || number, '', ${sport},
        date_trunc('milliseconds', now()),
        'A', '{"games": [{"scores": [11, 7], "winScore": 11, "winBy": 2}]}', now()
      from generate_series(1, ${matches}::integer) as number
    `,
    sql`
      insert into match_participant (match_date, arrival, member_number, team, position)
      select match_date, arrival, member.member_number, team, 0
      from generate_series(1, ${matches}::integer) as number
      join match on match.id = ${sport} || number
      cross join generate_series(0, 1) as team
      join member on member.id = 'mem_' || (7 * number + 13 * team) % ${MEMBERS}
    `,
  ]) {
    await statement.execute(club.dependencies.database);
  }
}

/** Opens a club on one connection, because PostgreSQL counts the rows that were read by connection. */
async function withClub(test: (club: Club) => Promise<void>): Promise<void> {
  const database = await createTestDatabase('postgres');
  await sql`
    insert into member (id, first_name, last_name, display_name, name_folded, name_order, created_at)
    select 'mem_' || number, 'Ann', number, 'Ann', 'ann', 'ann', now()
    from generate_series(0, ${MEMBERS - 1}::integer) as number
  `.execute(database);
  await database
    .connection()
    .execute(async (connection) => await test(await createClub(connection, [])));
}

function fail(finding: Finding): never {
  throw new Error(`Nothing was found: ${JSON.stringify(finding)}`);
}

/** Makes the planner estimate these tables as a hundred times larger than they are. */
async function inflateTables(database: Database): Promise<void> {
  await sql`
    update pg_class set relpages = 1, reltuples = 10000
    where relname in ('match_participant', 'rating', 'rating_change')
  `.execute(database);
}

// Without statistics of a large ledger, PostgreSQL used to scan all members for each match, and to sort all matches for each
// page.
it('a fold of a large ledger without statistics looks up each row', async () => {
  await withClub(async (club) => {
    const { dependencies } = club;
    const { database } = dependencies;
    const matches = 2_500;
    await loadLedger(club, { sport: 'padel', matches });
    await inflateTables(database);
    const rebuild = await rowsRead(database, () => rebuildRatings(dependencies, { dryRun: false }));
    expect(rebuild('match')).toBeLessThanOrEqual(3 * matches + 100);
    // The table is small, so PostgreSQL scans it a few times for each chunk of players.
    expect(rebuild('member')).toBeLessThanOrEqual(40 * MEMBERS);

    await inflateTables(database);
    const audit = await rowsRead(database, () => auditRatings({ database }, { onFinding: fail }));
    expect(audit('match')).toBeLessThanOrEqual(4 * matches);
    expect(audit('member')).toBeLessThanOrEqual(2 * matches + MEMBERS);

    const voiding = await rowsRead(database, () => voidPlayed(club, 'padel1'));
    expect(voiding('member')).toBeLessThanOrEqual(10 * MEMBERS);
  });
});

// If a sport is missing from the statistics, PostgreSQL estimates one row. It used to scan all matches.
it('an audit of a sport that was loaded after the last analysis reads each match only a few times', async () => {
  await withClub(async (club) => {
    const { dependencies } = club;
    const { database } = dependencies;
    await loadLedger(club, { sport: 'padel', matches: 20 });
    await rebuildRatings(dependencies, { dryRun: false });
    await sql`analyze`.execute(database);
    const matches = 500;
    await loadLedger(club, { sport: 'tennis', matches });
    await rebuildRatings(dependencies, { dryRun: false });
    const audit = await rowsRead(database, () => auditRatings({ database }, { onFinding: fail }));
    expect(audit('match')).toBeLessThanOrEqual(10 * matches);
  });
});
