import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertApplication, insertEndpoint } from '../testing/builders.ts';
import { type DatabaseKind, databases } from '../testing/test-database.ts';
import { confirmResult, denyResult, disputeResult } from './answer-result.ts';
import { batchOf, matchOf } from './testing/batches.ts';
import { submittedAt } from './testing/club.ts';
import { handle, openClub } from './testing/story.ts';

const types = ['match.confirmed', 'match.disputed'];

/** A match of the club, which Priya has not agreed to. */
async function openUnconfirmed(kind: DatabaseKind, { events = types } = {}) {
  const story = await openClub(kind);
  const { database, club, mike, priya } = story;
  await insertEndpoint(database, club.submitter.applicationId, { events });
  const connection = database.updateTable('connection').set({ scopes: ['user:profile:read'] });
  await connection.where('member_id', '=', priya.id).execute();
  const { matches } = await handle(club, batchOf([matchOf('court-4', [[mike], [priya]])]));
  const answer = { memberId: priya.id, matchId: matches[0]?.id ?? '' };
  const deliveries = async () =>
    await database
      .selectFrom('webhook_delivery')
      .select(['application_id', 'member_id', 'event_type', 'payload'])
      .orderBy('delivery_order')
      .execute();
  return { ...story, answer, deliveries, dependencies: club.dependencies };
}

describe.each(databases)('an answer to a result on %s', (kind) => {
  it('is an event, once, for the application that submitted the match, with the player as it may see them', async () => {
    const { answer, dependencies, deliveries, club, priya } = await openUnconfirmed(kind);
    for (const respond of [denyResult, denyResult, confirmResult, confirmResult, disputeResult]) {
      await respond(dependencies, answer);
    }
    const written = await deliveries();
    const event = (type: string, said: string) => ({
      type,
      timestamp: submittedAt.toISOString(),
      data: {
        matchId: answer.matchId,
        identifier: 'court-4',
        team: 1,
        position: 0,
        memberId: priya.member_number,
        id: priya.id,
        displayName: 'Priya N.',
        answer: said,
        answeredAt: submittedAt.toISOString(),
      },
    });
    expect(written.map(({ payload }) => JSON.parse(payload))).toEqual([
      event('match.disputed', 'denied'),
      event('match.confirmed', 'confirmed'),
      event('match.disputed', 'disputed'),
    ]);
    for (const { application_id, member_id } of written) {
      expect([application_id, member_id]).toEqual([club.submitter.applicationId, priya.id]);
    }
  });

  it('names nobody whom the application may not know', async () => {
    const { answer, dependencies, database, deliveries, priya } = await openUnconfirmed(kind);
    const members = database.updateTable('member').set({ wants_discovery: false });
    await members.where('id', '=', priya.id).execute();
    const connections = database.updateTable('connection').set({ revoked_at: submittedAt });
    await connections.where('member_id', '=', priya.id).execute();
    await denyResult(dependencies, answer);
    const [{ payload } = { payload: '' }] = await deliveries();
    expect(JSON.parse(payload)).toMatchObject({ data: { team: 1, position: 0, answer: 'denied' } });
    for (const trace of [priya.id, String(priya.member_number), 'Priya']) {
      expect(payload).not.toContain(trace);
    }
  });

  it('is no event for an application that did not ask for it, or submitted nothing', async () => {
    const events = ['connection.revoked'];
    const { answer, dependencies, database, deliveries } = await openUnconfirmed(kind, { events });
    await insertEndpoint(database, await insertApplication(database), { events: types });
    await denyResult(dependencies, answer);
    expect(await deliveries()).toEqual([]);
  });

  it('is not recorded where its event cannot be', async () => {
    const { answer, dependencies, database } = await openUnconfirmed(kind);
    await sql`alter table webhook_delivery add check (event_type <> 'match.disputed')`.execute(
      database,
    );
    await expect(denyResult(dependencies, answer)).rejects.toThrow('webhook_delivery');
    const responses = await database.selectFrom('match_response').selectAll().execute();
    expect(responses).toEqual([]);
  });
});
