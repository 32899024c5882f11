import { testRows } from '@partner-rating/table-tests';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../platform/database/schema.ts';
import { rebuildRatings } from '../ratings/rebuild-ratings.ts';
import { ratingHistory } from '../ratings/store/rating-history.ts';
import { insertApplication, insertEndpoint } from '../testing/builders.ts';
import { type DatabaseKind, databases } from '../testing/test-database.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import { confirmResult, denyResult, disputeResult } from './answer-result.ts';
import { matchOf } from './testing/batches.ts';
import { submittedAt, writtenEvents } from './testing/club.ts';
import { expectCleanAudit, valuesOf } from './testing/compare-ratings.ts';
import { storedRatings } from './testing/fold-ledger.ts';
import { openSeason, setScopes } from './testing/reports.ts';
import { openClub } from './testing/story.ts';
import { play, voidPlayed } from './testing/voids.ts';

/** A season of the club, and the answer of Mike, who has not agreed to one of its results. */
async function openAnswerable(kind: DatabaseKind, options?: { agrees: boolean }) {
  const season = await openSeason(kind, options);
  return { ...season, answer: { memberId: season.mike.id, matchId: season.matchId } };
}

describe.each(databases)('a confirmed result on %s', (kind) => {
  it('has exactly the effect of a consent from the start, and the history names the cause and the match', async () => {
    const { database, club, answer } = await openAnswerable(kind);
    const without = await valuesOf(database, club.players);
    expect(await confirmResult(club.dependencies, answer)).toEqual({ kind: 'recorded' });
    const agreed = await openSeason(kind, { agrees: true });
    const confirmed = await valuesOf(database, club.players);
    expect(confirmed).toEqual(await valuesOf(agreed.database, agreed.club.players));
    expect(confirmed).not.toEqual(without);
    await expectCleanAudit(database);
    const [rebuilt] = await rebuildRatings(club.dependencies, { dryRun: false });
    expect(rebuilt).toMatchObject({ steps: 0, ratings: 0 });
    const changes = await database
      .selectFrom(ratingHistory)
      .select(['match_id', 'bracket'])
      .where('member_id', '=', answer.memberId)
      .where('cause', '=', 'confirmation')
      .where('bracket', '=', 'overall-open')
      .execute();
    expect(changes).toEqual([{ match_id: answer.matchId, bracket: 'overall-open' }]);
  });

  it('is confirmed once, by any number of simultaneous requests', async () => {
    const { database, club, answer } = await openAnswerable(kind);
    const confirm = async () => await confirmResult(club.dependencies, answer);
    const outcomes = await Promise.all([1, 2, 3].map(confirm));
    expect(outcomes.map((outcome) => outcome.kind).toSorted()).toEqual([
      ...['recorded', 'unchanged', 'unchanged'],
    ]);
    const before = await storedRatings(database);
    expect(await confirm()).toEqual({ kind: 'unchanged' });
    expect(await storedRatings(database)).toEqual(before);
  });

  it('may have been denied before, and can then only be disputed', async () => {
    const { database, club, answer } = await openAnswerable(kind);
    const before = await storedRatings(database);
    expect(await denyResult(club.dependencies, answer)).toEqual({ kind: 'recorded' });
    expect(await denyResult(club.dependencies, answer)).toEqual({ kind: 'unchanged' });
    expect(await disputeResult(club.dependencies, answer)).toEqual({ kind: 'not_confirmed' });
    expect(await storedRatings(database)).toEqual(before);
    expect(await confirmResult(club.dependencies, answer)).toEqual({ kind: 'recorded' });
    expect(await denyResult(club.dependencies, answer)).toEqual({ kind: 'already_confirmed' });
    const confirmed = await storedRatings(database);
    expect(confirmed).not.toEqual(before);
    expect(await disputeResult(club.dependencies, answer)).toEqual({ kind: 'recorded' });
    expect(await disputeResult(club.dependencies, answer)).toEqual({ kind: 'unchanged' });
    expect(await storedRatings(database)).toEqual(confirmed);
    await expectCleanAudit(database);
  });

  it('can be voided like any other', async () => {
    const late = await openAnswerable(kind);
    await confirmResult(late.club.dependencies, late.answer);
    await voidPlayed(late.club, late.matchId);
    const agreed = await openSeason(kind, { agrees: true });
    await voidPlayed(agreed.club, agreed.matchId);
    expect(await valuesOf(late.database, late.club.players)).toEqual(
      await valuesOf(agreed.database, agreed.club.players),
    );
    await expectCleanAudit(late.database);
  });
});

describe.each(databases)('there is nothing to answer on %s', (kind) => {
  it('in a match that was voided', async () => {
    const { database, club, answer } = await openAnswerable(kind);
    await voidPlayed(club, answer.matchId);
    const before = await storedRatings(database);
    for (const respond of [confirmResult, denyResult, disputeResult]) {
      expect(await respond(club.dependencies, answer)).toEqual({ kind: 'voided' });
    }
    expect(await storedRatings(database)).toEqual(before);
  });

  it('in a match of others or an unknown match, and in a match that was confirmed from the start, except a dispute', async () => {
    const { club, mike, earlierId } = await openSeason(kind);
    const answerTo = (matchId: string) => ({ memberId: mike.id, matchId });
    for (const matchId of [earlierId('others'), 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d']) {
      const outcome = await confirmResult(club.dependencies, answerTo(matchId));
      expect(outcome).toEqual({ kind: 'not_found' });
    }
    const answer = answerTo(earlierId('before'));
    expect(await confirmResult(club.dependencies, answer)).toEqual({ kind: 'unchanged' });
    expect(await denyResult(club.dependencies, answer)).toEqual({ kind: 'already_confirmed' });
    expect(await disputeResult(club.dependencies, answer)).toEqual({ kind: 'recorded' });
  });
});

const types = ['match.confirmed', 'match.disputed'];

/** A match of the club, which Priya has not agreed to. */
async function openUnconfirmed(kind: DatabaseKind, { events = types } = {}) {
  const story = await openClub(kind);
  const { database, club, mike, priya } = story;
  await insertEndpoint(database, club.submitter.applicationId, { events });
  await setScopes(club, priya, ['user:profile:read']);
  const matchId = (await play(club, matchOf('court-4', [[mike], [priya]])))('court-4');
  return { ...story, answer: { memberId: priya.id, matchId }, dependencies: club.dependencies };
}

describe.each(databases)('an answer to a result on %s', (kind) => {
  it('causes one event for the application that submitted the match, with the player as the application may see them', async () => {
    const { answer, dependencies, database, club, priya } = await openUnconfirmed(kind);
    for (const respond of [denyResult, denyResult, confirmResult, confirmResult, disputeResult]) {
      await respond(dependencies, answer);
    }
    const timestamp = submittedAt.toISOString();
    const event = (type: string, said: string) => ({
      ...{ application_id: club.submitter.applicationId, member_id: priya.id, type, timestamp },
      data: {
        ...{ matchId: answer.matchId, identifier: 'court-4', team: 1, position: 0 },
        ...{ memberId: priya.member_number, id: priya.id, displayName: 'Priya N.' },
        ...{ answer: said, answeredAt: timestamp },
      },
    });
    expect(await writtenEvents(database)).toEqual([
      event('match.disputed', 'denied'),
      event('match.confirmed', 'confirmed'),
      event('match.disputed', 'disputed'),
    ]);
  });

  it('never names a player who is hidden from the application', async () => {
    const { answer, dependencies, database, priya } = await openUnconfirmed(kind);
    const members = database.updateTable('member').set({ wants_discovery: false });
    await members.where('id', '=', priya.id).execute();
    const connections = database.updateTable('connection').set({ revoked_at: submittedAt });
    await connections.where('member_id', '=', priya.id).execute();
    await denyResult(dependencies, answer);
    const [{ data }] = await writtenEvents(database);
    expect(data).toMatchObject({ team: 1, position: 0, answer: 'denied' });
    for (const trace of [priya.id, String(priya.member_number), 'Priya']) {
      expect(JSON.stringify(data)).not.toContain(trace);
    }
  });

  it('causes no event for an application without a subscription or without a report', async () => {
    const events = ['connection.revoked'];
    const { answer, dependencies, database } = await openUnconfirmed(kind, { events });
    await insertEndpoint(database, await insertApplication(database), { events: types });
    await denyResult(dependencies, answer);
    expect(await writtenEvents(database)).toEqual([]);
  });

  it('is not stored if its event cannot be stored', async () => {
    const { answer, dependencies, database } = await openUnconfirmed(kind);
    await sql`alter table webhook_delivery add check (event_type <> 'match.disputed')`.execute(
      database,
    );
    await expect(denyResult(dependencies, answer)).rejects.toThrow('webhook_delivery');
    const responses = await database.selectFrom('match_response').selectAll().execute();
    expect(responses).toEqual([]);
  });
});

/**
 * Starts each piece of work when all earlier ones wait for a lock. The first one waits for the lock of this function,
 * after it has written everything except its audit entry.
 */
async function meet(database: Database, work: readonly (() => Promise<unknown>)[]) {
  const { outcomes } = await database.transaction().execute(async (transaction) => {
    await sql`lock table audit_entry in share mode`.execute(transaction);
    const begun: Promise<unknown>[] = [];
    for (const run of work) {
      begun.push(run());
      await untilBlocked(database, begun.length);
    }
    return { outcomes: Promise.all(begun) };
  });
  return await outcomes;
}

describe('a denial, or a dispute', () => {
  const answers = [
    { respond: denyResult, isConfirmed: false },
    { respond: disputeResult, isConfirmed: true },
  ];

  async function openMatch({ respond, isConfirmed }: (typeof answers)[number]) {
    const { database, club, mike, priya } = await openClub('postgres');
    if (!isConfirmed) await setScopes(club, mike, ['user:profile:read']);
    const matchId = (await play(club, matchOf('final', [[mike], [priya]])))('final');
    const send = async () => await respond(club.dependencies, { memberId: mike.id, matchId });
    const statusOf = async () =>
      (await database.selectFrom('match_status').select('status').executeTakeFirst())?.status;
    return { database, club, matchId, send, statusOf };
  }

  testRows(answers)('that is sent twice at once is recorded once', async (row) => {
    const { database, send, statusOf } = await openMatch(row);
    expect(await meet(database, [send, send])).toEqual([
      { kind: 'recorded' },
      { kind: 'unchanged' },
    ]);
    expect(await statusOf()).toBe('disputed');
  });

  testRows(answers)('during a void leaves the match void', async (row) => {
    const { database, club, matchId, send, statusOf } = await openMatch(row);
    const [, outcome] = await meet(database, [async () => await voidPlayed(club, matchId), send]);
    expect(outcome).toEqual({ kind: 'voided' });
    expect(await statusOf()).toBe('voided');
  });
});
