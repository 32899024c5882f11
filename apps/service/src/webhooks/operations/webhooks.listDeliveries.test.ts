import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/database/identifiers.ts';
import { insertApplication, noon } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { startWithEndpoint } from '../testing/endpoints.ts';
import { connectionCreated, ratingUpdated } from '../testing/event-data.ts';
import { after, eventRow, insertDueDeliveries } from '../testing/fixtures.ts';

const PATH = '/partner/webhook-deliveries';
const DAY = 24 * 60 * 60;

// The dispatcher is running, so pending deliveries must not be due during the test.
const later = { next_attempt_at: after(DAY) };
const succeeded = { status: 'success', next_attempt_at: null, completed_at: noon } as const;
const failed = { status: 'failed', next_attempt_at: null, completed_at: noon } as const;

const idsOf = (body: { deliveries: { id: string }[] }) => body.deliveries.map(({ id }) => id);

describe('GET /partner/webhook-deliveries answers 200', () => {
  it('with the deliveries to one endpoint', async () => {
    const { call, insert, made } = await startWithEndpoint();
    const other = newId('whe');
    const first = await insert(later);
    const second = await insert({ ...later, endpoint_id: other });
    const listed = async (id: string) => (await call('GET', `${PATH}?endpointId=${id}`)).body;
    expect(await listed(made.id)).toMatchObject({ total: 1, deliveries: [{ id: first }] });
    expect(await listed(other)).toMatchObject({ total: 1, deliveries: [{ id: second }] });
    expect(await listed(newId('whe'))).toMatchObject({ total: 0, deliveries: [] });
    expect(await call('GET', `${PATH}?endpointId=whe_1`)).toMatchObject({ status: 400 });
  });

  it('with each delivery after its last attempt', async () => {
    const { call, insert, made } = await startWithEndpoint();
    const id = await insert({
      ...later,
      attempts: 2,
      status_code: 503,
      response_body: 'upstream is restarting',
      error_message: 'The endpoint answered 503.',
      last_attempt_at: after(-60),
    });
    expect(await call('GET', PATH)).toEqual({
      status: 200,
      body: {
        deliveries: [
          {
            id,
            eventId: expect.stringMatching(/^evt_/),
            endpointId: made.id,
            event: 'connection.created',
            status: 'pending',
            url: 'https://courtside.example/webhooks',
            statusCode: 503,
            responseBody: 'upstream is restarting',
            errorMessage: 'The endpoint answered 503.',
            attempts: 2,
            maxAttempts: 10,
            lastAttemptAt: after(-60).toISOString(),
            nextRetryAt: after(DAY).toISOString(),
            completedAt: null,
            createdAt: noon.toISOString(),
            payload: {
              type: 'connection.created',
              timestamp: noon.toISOString(),
              data: connectionCreated,
            },
          },
        ],
        total: 1,
        nextCursor: null,
      },
    });
  });

  it('with null for an event that was deleted when the player withdrew consent', async () => {
    const { call, insert } = await startWithEndpoint();
    const payload = JSON.stringify({ type: 'rating.updated', timestamp: noon, data: {} });
    const error = 'Given up: the player withdrew user:webhook:subscribe.';
    const forgotten = { event_type: 'rating.updated', payload, error_message: error };
    await insert({ ...failed, ...forgotten });
    expect((await call('GET', PATH)).body.deliveries).toMatchObject([
      { event: 'rating.updated', status: 'failed', errorMessage: error, payload: null },
    ]);
  });

  it.each([
    ['disconnected', { revoked_at: noon }, null],
    ['withdrew user:webhook:subscribe', { scopes: ['user:rating:read'] }, null],
    ['withdrew user:rating:read', { scopes: ['user:webhook:subscribe'] }, ratingUpdated],
  ])(
    'with only the permitted part of an event that had not arrived when the player %s',
    async (_case, change, permitted) => {
      const { call, database, insertAbout } = await startWithEndpoint();
      const data = { ...ratingUpdated, previousRating: 4.231, newRating: 4.268, splits: {} };
      const scopes = ['user:rating:read', 'user:webhook:subscribe'];
      for (const state of [later, failed, succeeded]) await insertAbout(scopes, { ...state, data });
      const shown = async (status: string) => {
        const { body } = await call('GET', `${PATH}?status=${status}`);
        return body.deliveries.map(({ payload }) => payload?.data ?? null);
      };
      const all = async () => [
        await shown('pending'),
        await shown('failed'),
        await shown('success'),
      ];
      expect(await all()).toEqual([[data], [data], [data]]);
      await database.updateTable('connection').set(change).execute();
      expect(await all()).toEqual([[permitted], [permitted], [data]]);
    },
  );

  it('with an empty list without deliveries, and never with those of another application', async () => {
    const { call, database } = await startWithEndpoint();
    await insertDueDeliveries(database, await insertApplication(database), 2, succeeded);
    expect(await call('GET', PATH)).toEqual({
      status: 200,
      body: { deliveries: [], total: 0, nextCursor: null },
    });
  });

  it('with the deliveries that match the filters', async () => {
    const { call, insert } = await startWithEndpoint();
    const pending = await insert(later);
    const success = await insert(succeeded);
    const failure = await insert({ ...failed, ...eventRow('rating.updated') });

    for (const [query, ids] of [
      ['', [failure, success, pending]],
      ['?status=all', [failure, success, pending]],
      ['?status=pending', [pending]],
      ['?status=success', [success]],
      ['?status=failed', [failure]],
      ['?event=connection.created', [success, pending]],
      ['?event=connection.created&status=success', [success]],
      ['?event=rating.updated&status=success', []],
      ['?event=rating.forgotten', []],
    ] as const) {
      const { status, body } = await call('GET', PATH + query);
      expect({ status, ids: idsOf(body), total: body.total }).toEqual({
        status: 200,
        ids,
        total: ids.length,
      });
    }
  });

  it('without deliveries older than 30 days', async () => {
    const { call, insert } = await startWithEndpoint();
    await insert({ ...succeeded, created_at: after(-30 * DAY) });
    const id = await insert({ ...succeeded, created_at: after(-30 * DAY + 1) });
    const { body } = await call('GET', PATH);
    expect({ ids: idsOf(body), total: body.total }).toEqual({ ids: [id], total: 1 });
  });
});

describe.each(databases)('GET /partner/webhook-deliveries on %s', (kind) => {
  it('shows each delivery once, newest first, by cursor and by offset, even if one arrives', async () => {
    const { call, insert, insertMany } = await startWithEndpoint(kind);
    // All at one moment, because the order must not depend on the time.
    const ids = (await insertMany(25, succeeded)).reverse();

    const byCursor: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body }: Awaited<ReturnType<typeof call>> = await call(
        'GET',
        `${PATH}?limit=10${query}`,
      );
      byCursor.push(...idsOf(body));
      cursor = body.nextCursor;
      await insert(failed);
    }
    expect(byCursor).toEqual(ids);

    const byOffset: string[] = [];
    for (const offset of [0, 10, 20, 30]) {
      const { body } = await call('GET', `${PATH}?limit=10&offset=${offset}&status=success`);
      expect(body.total).toBe(25);
      byOffset.push(...idsOf(body));
    }
    expect(byOffset).toEqual(ids);
  });

  it('has no next cursor after a page that ends with the last delivery', async () => {
    const { call, insertMany } = await startWithEndpoint(kind);
    await insertMany(20, succeeded);
    const first = await call('GET', `${PATH}?limit=10`);
    const second = await call('GET', `${PATH}?limit=10&cursor=${first.body.nextCursor}`);
    expect(second.body.deliveries).toHaveLength(10);
    expect(second.body.nextCursor).toBeNull();
    expect((await call('GET', PATH)).body.nextCursor).toBeNull();
  });
});

describe('GET /partner/webhook-deliveries answers 400', () => {
  it('for invalid paging, with a pointer to the parameter', async () => {
    const { call, insertMany } = await startWithEndpoint();
    await insertMany(2, succeeded);
    const { nextCursor: cursor } = (await call('GET', `${PATH}?limit=1`)).body;
    for (const [query, pointer] of [
      [`cursor=${cursor}&offset=0`, '/query/offset'],
      [`cursor=${cursor}x`, '/query/cursor'],
      ['cursor=eyJhZnRlciI6MTA1MTd9', '/query/cursor'],
      ['cursor=', '/query/cursor'],
      ['cursor=%00', '/query/cursor'],
      ['limit=0', '/query/limit'],
      ['limit=101', '/query/limit'],
      ['offset=-1', '/query/offset'],
      ['offset=10001', '/query/offset'],
      ['status=lost', '/query/status'],
      ['event=Rating%20Updated', '/query/event'],
    ]) {
      expect(await call('GET', `${PATH}?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer, detail: expect.any(String) }] },
      });
    }
  });
});
