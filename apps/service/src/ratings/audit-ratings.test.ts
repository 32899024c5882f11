import { checkRows } from '@partner-rating/table-tests';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../matches/testing/batches.ts';
import { handle, openClub } from '../matches/testing/story.ts';
import type { Database } from '../platform/database/schema.ts';
import { type DatabaseKind, databases } from '../testing/test-database.ts';
import { auditRatings, type LedgerProgress } from './audit-ratings.ts';
import { describeFinding } from './domain/rating-differences.ts';
import { arrivalOf, changeStates, memberNumber } from './testing/change-states.ts';

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

const singles = (memberId: string) => sql`member_id = ${memberId} and bracket = 'singles-open'`;

describe('an audit', () => {
  it('finds nothing before the first match or in unchanged ratings, and reports its progress', async () => {
    const { database, club, doubles, singles } = await openClub('postgres');
    const progress: LedgerProgress[] = [];
    const onProgress = (part: LedgerProgress) => progress.push(part);
    const auditAll = async () =>
      await auditRatings({ database }, { onFinding: () => {}, onProgress });
    expect(await auditAll()).toEqual({ matches: 0, findings: 0, due: 0 });
    await handle(club, batchOf([doubles, singles]));
    expect(await auditAll()).toEqual({ matches: 2, findings: 0, due: 0 });
    expect(progress).toEqual([{ sport: 'pickleball', done: 2, total: 2 }]);
  });

  it.each(['mu', 'sigma', 'open_difference', 'rating', 'reliability'])(
    'finds a rating whose %s was changed by the smallest amount',
    async (column) => {
      const { database, priya } = await openPlayedClub();
      await sql`
        update rating set ${sql.ref(column)} = ${sql.ref(column)} + 1e-12 where ${singles(priya.id)}
      `.execute(database);
      const [line, ...others] = await audit(database);
      expect(line).toContain(`Rating of ${priya.id}, pickleball singles-open: the database has R `);
      expect(others).toEqual([]);
    },
  );

  it.each(['direction', 'partner'])('finds a rating whose %s was changed', async (column) => {
    const { database, priya } = await openPlayedClub();
    await sql`
      update rating set ${sql.ref(column)} = ${sql.ref(column)} + 1 where ${singles(priya.id)}
    `.execute(database);
    expect(await audit(database)).toEqual([
      expect.stringMatching(`Rating of ${priya.id}, .* ${column} \\d+,.* ${column} \\d+,`),
    ]);
  });

  it('finds a rating whose games were changed, and one that is missing', async () => {
    const { database, priya } = await openPlayedClub();
    await sql`update rating set games = games + 1 where ${singles(priya.id)}`.execute(database);
    expect(await audit(database)).toEqual([expect.stringMatching(/games 4,.* games 3,/)]);
    await sql`delete from rating where ${singles(priya.id)}`.execute(database);
    const missing = 'singles-open: the database has nothing, the ledger gives R ';
    expect(await audit(database)).toEqual([
      expect.stringContaining(`Rating of ${priya.id}, pickleball ${missing}`),
    ]);
  });

  it.each(['pickleball', 'tennis', 'croquet'])(
    'finds a rating in %s without a match',
    async (sport) => {
      const { database, mike } = await openPlayedClub();
      await sql`
        insert into rating
        select member_id, ${sport}, '70+', mu, sigma, rating, reliability, games, updated_at
        from rating where member_id = ${mike.id} and bracket = 'overall-open'
      `.execute(database);
      expect(await audit(database)).toEqual([
        expect.stringMatching(`Rating of ${mike.id}, ${sport} .* the ledger gives nothing`),
      ]);
    },
  );

  it.each([...['mu', 'sigma', 'direction', 'partner', 'games and when'].entries()])(
    'finds a state with a changed number %i of a bracket (%s)',
    async (number) => {
      const { database, priya, singlesId } = await openPlayedClub();
      const state = { memberId: priya.id, matchId: singlesId };
      await changeStates(
        database,
        ({ brackets, numbers }) => {
          const index = 5 * brackets.indexOf('overall-open') + number;
          return { brackets, numbers: numbers.with(index, (numbers[index] ?? 0) + 1) };
        },
        state,
      );
      expect(await audit(database)).toEqual([
        expect.stringMatching(
          `^State of ${priya.id} in pickleball after ${singlesId}: In overall-open, the database has [^:]*$`,
        ),
      ]);
    },
  );

  it('finds a missing state', async () => {
    const { database, priya, singlesId } = await openPlayedClub();
    await database
      .deleteFrom('player_state')
      .where('member_number', '=', memberNumber(priya.id))
      .where('arrival', '=', arrivalOf(singlesId))
      .execute();
    expect(await audit(database)).toEqual([
      expect.stringMatching(/State of .* after mat_\w+: In doubles-open, the database has nothing/),
    ]);
  });

  it('finds a bracket in a state that no match counts for', async () => {
    const { database, priya, singlesId } = await openPlayedClub();
    await changeStates(
      database,
      ({ brackets, numbers }) => ({
        brackets: [...brackets, 'singles-70+'],
        numbers: Float64Array.from([...numbers, ...numbers.slice(0, 5)]),
      }),
      { memberId: priya.id, matchId: singlesId },
    );
    expect(await audit(database)).toEqual([
      expect.stringMatching(/: In singles-70\+, the database has .* the ledger gives nothing\.$/),
    ]);
  });

  it.each([
    ['player', sql`1`, sql`arrival`],
    ['position', sql`member_number`, sql`arrival + 1000`],
  ])('finds a state of a %s that no match explains', async (_, member, arrival) => {
    const { database, priya, singlesId } = await openPlayedClub();
    await sql`
      insert into player_state (member_number, sport, match_date, arrival, brackets, numbers)
      select ${member}, sport, match_date, ${arrival}, brackets, numbers
      from player_state
      where member_number = ${memberNumber(priya.id)} and arrival = ${arrivalOf(singlesId)}
    `.execute(database);
    expect(await audit(database)).toEqual([
      expect.stringMatching(/\(arrival \d+\): In .* the database has .* gives nothing/),
    ]);
  });

  it('finds a match that was voided only by an inserted row', async () => {
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
    // Two players in four brackets each have ratings that depend on the voided match.
    expect(lines.filter((line) => line.startsWith('Rating of'))).toHaveLength(8);
  });
});

it.each(databases)('the ledger on %s refuses changes', async (kind) => {
  const { database } = await openPlayedClub(kind);
  const tables = ['match_batch', 'match', 'match_participant', 'match_void', 'rating_change'];
  const statements = [
    ...tables.flatMap((table) => [`delete from ${table}`, `truncate ${table} cascade`]),
    "update match_batch set identifier = 'other'",
    "update match set sport = 'padel'",
    'update match_participant set team = 0',
    'update match_participant set arrival = 0',
    'update match_participant set match_date = now()',
    "update match set content = '{}'",
    "update match_void set reason = 'other'",
    'update rating_change set numbers = numbers',
    "update rating_change set cause = 'late'",
  ];
  await checkRows(statements, async (statement: string) => {
    await expect(sql.raw(statement).execute(database)).rejects.toThrow('append-only');
  });
  expect(await audit(database)).toEqual([]);
});
