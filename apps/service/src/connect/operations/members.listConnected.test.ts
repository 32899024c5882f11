import type { Schemas } from '@partner-rating/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask, insertKnownMember, now } from '../../members/testing/seen-players.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { insertApplication, insertConnection, noon } from '../../testing/builders.ts';
import { createTestDatabase, type DatabaseKind, databases } from '../../testing/test-database.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const scopes = ['user:profile:read', 'user:rating:read'];

let database: Database;
let service: TestService;
let applicationId: string;
let members: MemberRow[];

/** A partner with five players, who connected in another order than that of their ids. */
async function openPartner(kind: DatabaseKind) {
  database = await createTestDatabase(kind);
  service = await startTestService({ database, clock: () => now });
  const application = database.selectFrom('application').select('id');
  applicationId = (await application.executeTakeFirstOrThrow()).id;
  members = [];
  for (const first_name of ['Mike', 'Priya', 'Daniel', 'Sofia', 'Carmen']) {
    members.push(await insertKnownMember(database, { first_name }));
  }
  for (const { id } of members.toReversed()) {
    await insertConnection(database, applicationId, id, scopes);
  }
}

async function list(query = '', apiKey = service.partner.apiKey) {
  const url = `${service.baseUrl}/partner/connections${query}`;
  return await ask<Schemas.ConnectionsPage>(url, { 'x-api-key': apiKey });
}

/** Reads the ids of the page, and of all pages after it. */
async function readAll(query: string): Promise<string[]> {
  const { body } = await list(query);
  const ids = body.connections.map(({ id }) => id);
  if (body.nextCursor === null) return ids;
  return [...ids, ...(await readAll(`?limit=2&cursor=${body.nextCursor}`))];
}

async function end(memberId: string) {
  await database
    .updateTable('connection')
    .set({ revoked_at: now })
    .where('member_id', '=', memberId)
    .execute();
}

describe.each(databases)('GET /partner/connections on %s', (kind) => {
  beforeEach(async () => await openPartner(kind));

  it('200 lists each connected player with the granted scopes, the start, and the last use', async () => {
    const [mike] = members;
    await database
      .updateTable('connection')
      .set({ last_used_at: now })
      .where('member_id', '=', mike?.id ?? '')
      .execute();
    const { status, body } = await list('?limit=1');
    expect(status).toBe(200);
    expect(body.connections).toEqual([
      {
        memberId: mike?.member_number,
        id: mike?.id,
        displayName: 'Mike B.',
        grantedScopes: scopes,
        connectedAt: noon.toISOString(),
        lastUsedAt: now.toISOString(),
      },
    ]);
  });

  it('200 lists each player once, in the order of their ids', async () => {
    const ids = members.map(({ id }) => id).toSorted();
    for (const query of ['', '?limit=1', '?limit=2', '?limit=5']) {
      expect(await readAll(query)).toEqual(ids);
    }
  });

  it('200 skips and repeats no player while others connect and disconnect', async () => {
    const [first, second, third, ...rest] = members.map(({ id }) => id).toSorted();
    const { body } = await list('?limit=2');
    expect(body.connections.map(({ id }) => id)).toEqual([first, second]);
    await end(first ?? '');
    await end(second ?? '');
    expect(await readAll(`?limit=2&cursor=${body.nextCursor}`)).toEqual([third, ...rest]);
  });

  it('200 omits players who disconnected, and players of other applications', async () => {
    const [mike, priya, ...rest] = members.map(({ id }) => id);
    await end(mike ?? '');
    await database
      .deleteFrom('connection')
      .where('member_id', '=', priya ?? '')
      .execute();
    const other = await insertApplication(database);
    await insertConnection(database, other, priya ?? '', scopes);
    expect(await readAll('')).toEqual(rest.toSorted());
  });

  it('200 returns an empty page if nobody is connected, and does not count as a use of a connection', async () => {
    await list();
    const connections = database.selectFrom('connection').select('last_used_at');
    for (const { last_used_at } of await connections.execute()) expect(last_used_at).toBeNull();
    for (const { id } of members) await end(id);
    expect((await list()).body).toEqual({ connections: [], nextCursor: null });
  });

  it('400 for a cursor of another list, or a parameter out of bounds', async () => {
    const ofMatches = Buffer.from('{"before":"mat_01k4yh2c9f3v7b1r5x8z6k2a0d"}');
    for (const [query, pointer] of [
      [`?cursor=${ofMatches.toString('base64url')}`, '/query/cursor'],
      ['?cursor=bm90IG91cnM', '/query/cursor'],
      ['?limit=0', '/query/limit'],
      ['?limit=101', '/query/limit'],
      ['?offset=1', '/query/offset'],
    ]) {
      const { status, body } = await list(query);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'validation_failed', errors: [{ pointer }] });
    }
  });
});
