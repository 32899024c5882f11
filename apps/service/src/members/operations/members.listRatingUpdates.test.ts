import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { ingestBatch } from '../../matches/submit/ingest-batch.ts';
import { batchOf, matchOf, onDay } from '../../matches/testing/batches.ts';
import { listen, submittedAt, writtenEvents } from '../../matches/testing/club.ts';
import { positionRestoredUpdates } from '../../platform/database/incarnation.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { eraseMember } from '../../privacy/erase-member.ts';
import { pruneRound } from '../../privacy/retention.ts';
import {
  insertApplication,
  insertConnection,
  insertMember,
  usualScopes,
} from '../../testing/builders.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { startTestService } from '../../testing/test-service.ts';
import { beginUpdate } from '../testing/begin-update.ts';
import { ask } from '../testing/seen-players.ts';

const HOUR = 3_600_000;
const start = new Date(submittedAt.getTime() + HOUR);

/** The service, with Mike and Priya connected to its partner. */
async function open(database: Database) {
  let now = start;
  const service = await startTestService({ database, clock: () => now });
  const application = await database
    .selectFrom('application')
    .select('id')
    .executeTakeFirstOrThrow();
  const mike = await insertMember(database, { first_name: 'Mike' });
  const priya = await insertMember(database, { first_name: 'Priya' });
  for (const { id } of [mike, priya])
    await insertConnection(database, application.id, id, usualScopes);
  let count = 0;

  return {
    service,
    applicationId: application.id,
    mike,
    priya,
    advance: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds);
    },
    now: () => now.toISOString(),
    play: async () => {
      count += 1;
      const batch = batchOf([matchOf(`match-${count}`, [[mike], [priya]], onDay(count))]);
      const submitter = { applicationId: application.id, trusted: true };
      await ingestBatch(service.dependencies, submitter, batch);
    },
    list: async (query: Record<string, string> = {}) =>
      await ask<Schemas.RatingUpdatesPage>(
        `${service.baseUrl}/partner/rating-updates?${new URLSearchParams(query)}`,
        { 'x-api-key': service.partner.apiKey },
      ),
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

const sequencesOf = (updates: Schemas.RatingUpdate[], player: MemberRow) =>
  updates.filter(({ id }) => id === player.id).map(({ sequence }) => sequence);

describe.each(databases)('GET /partner/rating-updates on %s', (kind) => {
  let opened: Opened;

  beforeEach(async () => {
    opened = await open(await createTestDatabase(kind));
  });

  it('200: lists the data of the events, the earliest first', async () => {
    const { service, applicationId, play, list, advance } = opened;
    await listen(service.dependencies.database, applicationId);
    await play();
    advance(HOUR);
    await play();
    const { status, body } = await list();
    const events = await writtenEvents(service.dependencies.database);
    expect(status).toBe(200);
    expect(body.updates).toEqual(events.map(({ data }) => data));
    expect(body.updates).toHaveLength(4);
    expect(body.nextCursor).toBeNull();
  });

  it('200: returns all pages without missing or repeating an update', async () => {
    const { play, list } = opened;
    for (let round = 0; round < 4; round += 1) await play();
    const whole = await list();
    const paged: Schemas.RatingUpdate[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(cursor === '' ? { limit: '3' } : { limit: '3', cursor });
      paged.push(...page.body.updates);
      cursor = page.body.nextCursor;
    }
    expect(paged).toEqual(whole.body.updates);
    expect(paged).toHaveLength(8);
  });

  it('200: continues after the update of a player who was erased since', async () => {
    const { service, mike, priya, play, list } = opened;
    await play();
    const first = await list({ limit: '1' });
    const erased = first.body.updates[0]?.id ?? '';
    await eraseMember(service.dependencies, { memberId: erased, actor: 'player' });
    const { status, body } = await list({ cursor: first.body.nextCursor ?? '' });
    const left = [mike.id, priya.id].filter((id) => id !== erased);
    expect([status, body.updates.map(({ id }) => id)]).toEqual([200, left]);
    expect((await list()).body.updates).toEqual(body.updates);
  });

  it('200: begins with updates that took effect at `since`, including that moment', async () => {
    const { play, list, advance, now, mike } = opened;
    await play();
    advance(HOUR);
    await play();
    const since = now();
    advance(1);
    await play();
    expect(sequencesOf((await list({ since })).body.updates, mike)).toEqual([2, 3]);
    expect(sequencesOf((await list({ since: now() })).body.updates, mike)).toEqual([3]);
    advance(HOUR);
    expect((await list({ since: now() })).body).toEqual({ updates: [], nextCursor: null });
  });
});

describe('GET /partner/rating-updates', () => {
  let opened: Opened;
  let database: Database;

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    opened = await open(database);
  });

  const grant = async ({ id }: MemberRow, change: object) =>
    await database.updateTable('connection').set(change).where('member_id', '=', id).execute();

  const without = (scope: string) => ({ scopes: usualScopes.filter((other) => other !== scope) });

  describe('covers', () => {
    it('a player from the moment they granted user:webhook:subscribe', async () => {
      const { mike, priya, play, list } = opened;
      await grant(mike, without('user:webhook:subscribe'));
      await play();
      expect((await list()).body.updates.map(({ id }) => id)).toEqual([priya.id]);
      await grant(mike, { scopes: usualScopes });
      await play();
      expect(sequencesOf((await list()).body.updates, mike)).toHaveLength(1);
    });

    it('no player who withdrew it or disconnected', async () => {
      const { mike, priya, play, list } = opened;
      await play();
      await grant(mike, without('user:webhook:subscribe'));
      await grant(priya, { revoked_at: start });
      expect((await list()).body.updates).toEqual([]);
    });

    it('a player who connected again, from then on', async () => {
      const { mike, play, list, advance, now } = opened;
      await play();
      advance(HOUR);
      await grant(mike, { revoked_at: null, created_at: new Date(now()) });
      await play();
      expect(sequencesOf((await list()).body.updates, mike)).toEqual([2]);
    });

    it('no update of other applications', async () => {
      const { mike, play, list } = opened;
      const other = await insertApplication(database);
      await insertConnection(database, other, mike.id, usualScopes);
      await play();
      expect(sequencesOf((await list()).body.updates, mike)).toEqual([1]);
    });
  });

  describe('shows the ratings', () => {
    const shown = (updates: Schemas.RatingUpdate[], player: MemberRow) =>
      updates.filter(({ id }) => id === player.id).map((update) => 'newRating' in update);

    it('only if they were granted when the update was made', async () => {
      const { mike, priya, play, list } = opened;
      await grant(mike, without('user:rating:read'));
      await play();
      await grant(mike, { scopes: usualScopes });
      const { updates } = (await list()).body;
      expect([shown(updates, mike), shown(updates, priya)]).toEqual([[false], [true]]);
    });

    it('only as long as they are granted', async () => {
      const { mike, play, list } = opened;
      await play();
      await grant(mike, without('user:rating:read'));
      const update = (await list()).body.updates.find(({ id }) => id === mike.id);
      expect(Object.keys(update ?? {})).toEqual([
        ...['memberId', 'id', 'displayName', 'sport', 'changedAt', 'sequence'],
      ]);
    });
  });

  describe('while transactions are committed out of order', () => {
    const begin = async (sequence: number, changedAt: Date) => {
      const { applicationId, mike: player } = opened;
      return await beginUpdate(database, { applicationId, player, sequence, changedAt });
    };

    const listed = async (query: Record<string, string> = {}) =>
      sequencesOf((await opened.list(query)).body.updates, opened.mike);

    // Open transactions of concurrent tests delay these too, so the test waits for them.
    it('lists no update while an earlier transaction is open', async () => {
      const first = await begin(1, start);
      const second = await begin(2, start);
      await second.commit().execute();
      expect(await listed()).toEqual([]);
      await first.commit().execute();
      await expect.poll(() => listed()).toEqual([1, 2]);
    });

    it('skips no update by a cursor', async () => {
      for (const sequence of [1, 2]) await (await begin(sequence, start)).commit().execute();
      await expect.poll(() => listed()).toEqual([1, 2]);
      const page = await opened.list({ limit: '1' });
      const late = await begin(3, start);
      await (await begin(4, start)).commit().execute();
      const cursor = page.body.nextCursor ?? '';
      await expect.poll(() => listed({ cursor })).toEqual([2]);
      await late.commit().execute();
      await expect.poll(() => listed({ cursor })).toEqual([2, 3, 4]);
    });

    it('skips no update by the `since` of the last one, even if it took effect earlier', async () => {
      const since = new Date(start.getTime() + HOUR);
      await (await begin(1, since)).commit().execute();
      await expect.poll(() => listed({ since: since.toISOString() })).toEqual([1]);
      await (await begin(2, start)).commit().execute();
      await expect.poll(() => listed({ since: since.toISOString() })).toEqual([1, 2]);
    });

    it('ignores updates that were rolled back', async () => {
      const first = await begin(1, start);
      await (await begin(2, start)).commit().execute();
      await first.rollback().execute();
      await expect.poll(() => listed()).toEqual([2]);
    });
  });

  it('lists new updates after those of a dump it was restored from', async () => {
    await opened.play();
    const updates = database.updateTable('rating_update').set({ transaction_id: 2 ** 52 });
    await updates.execute();
    expect((await opened.list()).body.updates).toEqual([]);
    await positionRestoredUpdates(database);
    await opened.play();
    expect(sequencesOf((await opened.list()).body.updates, opened.mike)).toEqual([1, 2]);
  });

  it('200 for any time, however distant', async () => {
    await opened.play();
    const times = ['0000-01-01T00:00:00Z', '1969-12-31t23:59:59.5-23:59', '9999-12-31T23:59:59Z'];
    await checkRows(times, async (since: string) => {
      const { status, body } = await opened.list({ since });
      expect([status, body.updates.length]).toEqual([200, since.startsWith('9') ? 0 : 2]);
    });
  });

  it('400 for an invalid cursor or parameter', async () => {
    const rows: [string, string][] = [
      ...['nonsense', 'eyJhZnRlciI6MTA1MTd9', 'eyJiZWZvcmUiOjF9'].map(
        (cursor): [string, string] => ['cursor', cursor],
      ),
      ['since', '2026-09-12'],
      ['limit', '101'],
      ['memberId', '1'],
    ];
    await checkRows(rows, async (name: string, value: string) => {
      expect(await opened.list({ [name]: value })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer: `/query/${name}` }] },
      });
    });
  });

  it('400 for a cursor after which updates may be deleted, saying where to begin again', async () => {
    const { database } = opened.service.dependencies;
    for (let batch = 0; batch < 3; batch += 1) await opened.play();
    const { nextCursor } = (await opened.list({ limit: '1' })).body;
    const cursor = nextCursor ?? '';
    expect((await opened.list({ cursor })).status).toBe(200);

    const log = { debug: () => {}, error: () => {} };
    opened.advance(91 * 24 * HOUR);
    const now = new Date(opened.now());
    await pruneRound(database, { now, rowsPerChunk: 100, rest: async () => true, log });
    await opened.play();
    expect(await opened.list({ cursor })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/cursor', code: 'expired_cursor' }] },
    });
    expect((await opened.list()).body.updates).toHaveLength(2);
  });
});
