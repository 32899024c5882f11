import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../matches/testing/batches.ts';
import { handle, openClub } from '../matches/testing/story.ts';
import type { Database } from '../platform/database/schema.ts';
import { type DatabaseKind, databases } from '../testing/test-database.ts';
import { auditRatings, type LedgerProgress } from './audit-ratings.ts';
import { describeFinding } from './domain/finding.ts';

async function audit(database: Database): Promise<string[]> {
  const lines: string[] = [];
  const summary = await auditRatings(
    { database },
    { onFinding: (finding) => lines.push(describeFinding(finding)) },
  );
  expect(summary).toEqual({ matches: 2, findings: lines.length, due: 0 });
  return lines;
}

async function openPlayedClub(kind: DatabaseKind = 'postgres') {
  const opened = await openClub(kind);
  const { matches } = await handle(opened.club, batchOf([opened.doubles, opened.singles]));
  const [doublesId = '', singlesId = ''] = matches.map(({ id }) => id ?? '');
  return { ...opened, doublesId, singlesId };
}

// Somebody with access to the database, whom no trigger stops.
async function tamper(database: Database, statement: ReturnType<typeof sql>): Promise<void> {
  await sql`alter table rating_change disable trigger all`.execute(database);
  await statement.execute(database);
  await sql`alter table rating_change enable trigger all`.execute(database);
}

const singles = (memberId: string) => sql`member_id = ${memberId} and bracket = 'singles-open'`;

describe('an audit', () => {
  it('finds nothing where nothing was touched, and says how far it is', async () => {
    const { database } = await openPlayedClub();
    expect(await audit(database)).toEqual([]);
    const progress: LedgerProgress[] = [];
    const onProgress = (part: LedgerProgress) => progress.push(part);
    await auditRatings({ database }, { onFinding: () => {}, onProgress });
    expect(progress).toEqual([{ sport: 'pickleball', done: 2, total: 2 }]);
  });

  it('has nothing to find before the first match', async () => {
    const { database } = await openClub('postgres');
    const summary = await auditRatings({ database }, { onFinding: () => {} });
    expect(summary).toEqual({ matches: 0, findings: 0, due: 0 });
  });

  it.each(['mu', 'sigma', 'rating', 'reliability'])(
    'finds a rating whose %s was changed, by however little',
    async (column) => {
      const { database, priya } = await openPlayedClub();
      await sql`
        update rating set ${sql.ref(column)} = ${sql.ref(column)} + 1e-12 where ${singles(priya.id)}
      `.execute(database);
      const [line, ...others] = await audit(database);
      expect(line).toContain(`Rating of ${priya.id}, pickleball singles-open: stored is R `);
      expect(others).toEqual([]);
    },
  );

  it('finds a rating whose games were changed', async () => {
    const { database, priya } = await openPlayedClub();
    await sql`update rating set games = games + 1 where ${singles(priya.id)}`.execute(database);
    expect(await audit(database)).toEqual([expect.stringMatching(/games 4,.* games 3,/)]);
  });

  it('finds a rating that is missing', async () => {
    const { database, priya } = await openPlayedClub();
    await sql`delete from rating where ${singles(priya.id)}`.execute(database);
    expect(await audit(database)).toEqual([
      expect.stringContaining(
        `Rating of ${priya.id}, pickleball singles-open: nothing is stored, from the ledger follows R `,
      ),
    ]);
  });

  it.each(['pickleball', 'tennis', 'croquet'])(
    'finds a rating in %s that no match led to',
    async (sport) => {
      const { database, mike } = await openPlayedClub();
      await sql`
        insert into rating
        select member_id, ${sport}, '70+', mu, sigma, rating, reliability, games, updated_at
        from rating where member_id = ${mike.id} and bracket = 'overall-open'
      `.execute(database);
      expect(await audit(database)).toEqual([
        expect.stringMatching(`Rating of ${mike.id}, ${sport} .* from the ledger follows nothing`),
      ]);
    },
  );

  it.each(['mu', 'sigma', 'rating', 'previous_rating', 'reliability', 'games'])(
    'finds a step whose %s was changed',
    async (column) => {
      const { database, priya, singlesId } = await openPlayedClub();
      const change = sql`
        update rating_change set ${sql.ref(column)} = ${sql.ref(column)} + 1
        where member_id = ${priya.id} and bracket = 'overall-open' and match_id = ${singlesId}
      `;
      await tamper(database, change);
      expect(await audit(database)).toEqual([
        expect.stringContaining(`Step of ${priya.id}, pickleball overall-open, after ${singlesId}`),
      ]);
    },
  );

  it('finds a step that is missing', async () => {
    const { database, priya } = await openPlayedClub();
    await tamper(database, sql`delete from rating_change where ${singles(priya.id)}`);
    expect(await audit(database)).toEqual([
      expect.stringMatching(/Step of .* after mat_\w+: nothing is stored/),
    ]);
  });

  it('finds a step that was taken out of the fold', async () => {
    const { database, priya } = await openPlayedClub();
    await sql`update rating_change set is_superseded = true where ${singles(priya.id)}`.execute(
      database,
    );
    expect(await audit(database)).toHaveLength(1);
  });

  it.each([
    ['player', sql`${'mem_stranger'}`, sql`bracket`, sql`arrival`],
    ['bracket', sql`member_id`, sql`'overall-70+'`, sql`arrival`],
    ['place', sql`member_id`, sql`bracket`, sql`arrival + 1000`],
  ])('finds a step of a %s that no match asks for', async (_, member, bracket, arrival) => {
    const { database, priya } = await openPlayedClub();
    await sql`
      insert into rating_change (
        member_id, sport, bracket, match_id, batch_id, rating, mu, sigma, reliability, games,
        match_date, changed_at, arrival
      )
      select
        ${member}, sport, ${bracket}, match_id, batch_id, rating, mu, sigma, reliability, games,
        match_date, changed_at, ${arrival}
      from rating_change where ${singles(priya.id)}
    `.execute(database);
    expect(await audit(database)).toEqual([
      expect.stringMatching(/at place \d+ of the ledger: stored is .* follows nothing/),
    ]);
  });

  it('finds a match that is voided by nothing but a row', async () => {
    const { database, club, singlesId } = await openPlayedClub();
    await database
      .insertInto('match_void')
      .values({
        match_id: singlesId,
        application_id: club.submitter.applicationId,
        reason: 'Behind everybody’s back.',
        created_at: new Date(),
      })
      .execute();
    const lines: string[] = [];
    await auditRatings({ database }, { onFinding: (found) => lines.push(describeFinding(found)) });
    // Two players in four brackets each: of a voided match no step counts, and their ratings rest on it.
    expect(lines.filter((line) => line.startsWith('Rating of'))).toHaveLength(8);
  });
});

describe.each(databases)('the ledger on %s', (kind) => {
  it.each([
    ...['match_batch', 'match', 'match_participant', 'match_void'].flatMap((table) => [
      [`delete from ${table}`],
      [`truncate ${table} cascade`],
    ]),
    ["update match_batch set identifier = 'other'"],
    ["update match set sport = 'padel'"],
    ['update match_participant set team = 0'],
    ["update match_void set reason = 'other'"],
    ['update rating_change set rating = 8'],
    ["update rating_change set cause = 'replay'"],
    ['delete from rating_change'],
    ['truncate rating_change'],
  ])('refuses "%s"', async (statement) => {
    const { database } = await openPlayedClub(kind);
    await expect(sql.raw(statement).execute(database)).rejects.toThrow('append-only');
    expect(await audit(database)).toEqual([]);
  });
});
