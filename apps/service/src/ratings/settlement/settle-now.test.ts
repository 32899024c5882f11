import { MODEL_REVISION } from '@partner-rating/ratings';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databases } from '../../testing/test-database.ts';
import { FIRST_POSITION } from '../domain/touched-matches.ts';
import { settleNow } from './settle-now.ts';
import { countDue, findDueOfMatch } from './store/due-positions.ts';
import { deleteSettlement, insertSettlement } from './store/settlements.ts';
import { openLateClub } from './testing/late-club.ts';

const sport = 'pickleball';
const HOUR = 3_600_000;

describe.each(databases)('a caller that waits for a settlement on %s', (kind) => {
  it('stops at its timeout, although others in the process wait longer', async () => {
    const { database, dependencies, lateId } = await openLateClub(kind);
    const due = [{ sport, dueOrders: await findDueOfMatch(database, lateId) }];
    const now = dependencies.clock();
    await database.transaction().execute(async (transaction) => {
      await insertSettlement(transaction, 1, {
        ...{ sport, holder: 'another', startedAt: now, after: FIRST_POSITION, lastArrival: 0 },
        ...{ modelRevision: MODEL_REVISION, isOfEverybody: false, cause: 'late' },
        heldUntil: new Date(now.getTime() + HOUR),
      });
    });
    const patient = settleNow(dependencies, due, { timeoutMilliseconds: HOUR });
    expect(await settleNow(dependencies, due, { timeoutMilliseconds: 1 })).toBe(false);
    await database.transaction().execute(async (transaction) => {
      await deleteSettlement(transaction, sport);
    });
    expect(await patient).toBe(true);
    expect(await countDue(database)).toMatchObject({ positions: 0 });
  });

  it('stops at its timeout, although others keep adding work', async () => {
    const { database, dependencies, club, lateId } = await openLateClub(kind);
    const due = [{ sport, dueOrders: await findDueOfMatch(database, lateId) }];
    const { applicationId } = club.submitter;
    const hour = new Date(Math.floor(dependencies.clock().getTime() / HOUR) * HOUR);
    const usage = { application_id: applicationId, hour, matches: 1 };
    await database.insertInto('settlement_usage').values(usage).execute();
    const dueOfNobody = sql`
      insert into settlement_due (sport, match_date, arrival, member_ids, cause, due_since)
      values (${sql.lit(sport)}, now(), 1000, '{}', 'confirmation', now())
    `;
    await dueOfNobody.execute(database);
    await sql`
      create function make_due() returns trigger language plpgsql as
        $$ begin ${dueOfNobody}; return null; end $$
    `.execute(database);
    await sql`
      create trigger always_due after delete on settlement
        for each row execute function make_due()
    `.execute(database);
    const configuration = { ...dependencies.configuration, settlementBudget: 1 };
    const limited = { ...dependencies, configuration };
    expect(await settleNow(limited, due, { timeoutMilliseconds: 1 })).toBe(false);
    await sql`drop trigger always_due on settlement`.execute(database);
    expect(await settleNow(dependencies, due)).toBe(true);
  });
});
