import { describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { databases } from '../../testing/test-database.ts';
import { deliverDue, secret, setUpDispatch, setUpReceiver } from '../testing/dispatch.ts';
import { after } from '../testing/fixtures.ts';
import { answering, holding, openReceiver, verify } from '../testing/receiver.ts';

/** Hides the deliveries from all statements until the returned function restores them. */
async function takeAway(database: Database): Promise<() => Promise<void>> {
  const tables = ['webhook_delivery', 'webhook_delivery_pending'];
  for (const table of tables) {
    await database.schema.alterTable(table).renameTo(`${table}_away`).execute();
  }
  return async () => {
    for (const table of tables) {
      await database.schema.alterTable(`${table}_away`).renameTo(table).execute();
    }
  };
}

/** Returns the same database, which reports each statement, such as a look or a claim. */
function watchStatements(database: Database, onStatement: () => void): Database {
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'executeQuery') onStatement();
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe.each(databases)('the dispatcher on %s', (kind) => {
  it('posts a due delivery, signed, and records its success', async () => {
    const { receiver, deliverAt, deliveries } = await setUpReceiver(
      (response) => response.writeHead(200).end('thank you'),
      { kind },
    );
    await deliverAt(1);

    const [delivery] = await deliveries();
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.requests[0]).toMatchObject({
      method: 'POST',
      path: '/hooks?from=courtside',
      headers: {
        'content-type': 'application/json',
        'webhook-id': delivery?.event_id,
        'webhook-timestamp': String(after(1).getTime() / 1_000),
      },
    });
    expect(verify(receiver.requests[0], secret)).toEqual(JSON.parse(delivery?.payload ?? ''));
    expect(delivery).toMatchObject({
      status: 'success',
      url: receiver.url,
      attempts: 1,
      max_attempts: 3,
      status_code: 200,
      response_body: 'thank you',
      error_message: null,
      last_attempt_at: after(1),
      next_attempt_at: null,
      completed_at: after(1),
      leased_until: null,
    });
  });

  it('retries on the schedule: with the same id and body, and a new timestamp', async () => {
    const behaviour = answering(500, 204);
    const { receiver, deliverAt, deliveries } = await setUpReceiver(behaviour, { kind });
    await deliverAt(0);
    expect(await deliveries()).toMatchObject([
      {
        status: 'pending',
        attempts: 1,
        status_code: 500,
        error_message: 'The endpoint answered 500.',
        next_attempt_at: after(5),
        completed_at: null,
      },
    ]);

    await deliverAt(4.999);
    expect(receiver.requests).toHaveLength(1);
    await deliverAt(5);
    const [first, second] = receiver.requests;
    expect(verify(second, secret)).toEqual(verify(first, secret));
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(Number(second?.headers['webhook-timestamp'])).toBe(
      Number(first?.headers['webhook-timestamp']) + 5,
    );
    expect(await deliveries()).toMatchObject([
      { status: 'success', attempts: 2, status_code: 204, completed_at: after(5) },
    ]);
  });

  it('waits for the running attempts when it stops, without an open transaction', async () => {
    const { behaviour, release } = holding();
    const { database, receiver, dispatcher, deliveries } = await setUpReceiver(behaviour, { kind });
    dispatcher.start();
    await receiver.received(1);
    const stopped = dispatcher.stop();
    // With one connection, this would wait forever if a transaction were open.
    await database.transaction().execute(async (transaction) => {
      await transaction.updateTable('webhook_delivery').set({ max_attempts: 9 }).execute();
    });
    expect(await deliveries()).toMatchObject([{ status: 'pending' }]);

    release();
    await stopped;
    expect(await deliveries()).toMatchObject([{ status: 'success' }]);
  });
});

describe('the dispatcher', () => {
  it('never attempts a delivery at two instances at once', async () => {
    const { openAnother, insertReceiver, dispatcherFor, deliveries } =
      await setUpDispatch('postgres');
    const open = new Set<string>();
    const atOnce: string[] = [];
    const receiver = await openReceiver((response, position) => {
      const id = receiver.requests[position]?.headers['webhook-id'] as string;
      if (open.has(id)) atOnce.push(id);
      open.add(id);
      setTimeout(
        () => {
          open.delete(id);
          response.end();
        },
        (position * 7) % 20,
      );
    });
    for (let endpoints = 0; endpoints < 6; endpoints += 1) await insertReceiver(receiver.url, 40);
    const instances = [openAnother(), openAnother()].map((database) =>
      dispatcherFor([receiver.target], { database }),
    );

    for (const instance of instances) instance.start();
    await receiver.received(240);
    await Promise.all(instances.map((instance) => instance.stop()));
    expect(atOnce).toEqual([]);
    const events = receiver.requests.map((request) => verify(request, secret));
    expect(events).toHaveLength(240);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(240);
    expect(new Set((await deliveries()).map(({ status }) => status))).toEqual(new Set(['success']));
  });

  it('finds a retry by itself when it is due, and new deliveries when it is woken', async () => {
    const {
      time,
      receiver,
      dispatcherFor,
      insertMore,
      dispatcher: polling,
    } = await setUpReceiver(answering(500, 204), { limits: { pollMilliseconds: 10 } });
    polling.start();
    for (let seconds = 0; receiver.requests.length < 2; seconds += 1) {
      time.now = after(seconds);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await polling.stop();

    const waiting = dispatcherFor([receiver.target], { limits: { pollMilliseconds: 600_000 } });
    waiting.start();
    await insertMore();
    waiting.wake();
    await receiver.received(3);
    await waiting.stop();
  });

  it('looks once and then rests while the only endpoint with work has no room', async () => {
    const { database, insertReceiver, dispatcherFor } = await setUpDispatch('pglite');
    const { behaviour, release } = holding();
    const receiver = await openReceiver(behaviour);
    await insertReceiver(receiver.url, 40);
    let looks = 0;
    const counting = watchStatements(database, () => {
      looks += 1;
    });
    const dispatcher = dispatcherFor([receiver.target], {
      limits: { pollMilliseconds: 600_000 },
      database: counting,
    });
    dispatcher.start();
    await receiver.received(8);
    for (let round = 0; round < 50; round += 1) {
      await database.selectFrom('webhook_delivery').select('id').execute();
    }
    expect(looks).toBe(2);

    const stopped = dispatcher.stop();
    release();
    await stopped;
  });

  it('continues after an outage of the database', async () => {
    const { database, receiver, dispatcher, errors } = await setUpReceiver(undefined, {
      limits: { pollMilliseconds: 5 },
    });
    const restore = await takeAway(database);
    dispatcher.start();
    while (errors.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(receiver.requests).toEqual([]);

    await restore();
    await receiver.received(1);
    await dispatcher.stop();
  });

  it('sends an event again under the same id after the lease expired, if it could not record the outcome', async () => {
    const { behaviour, release } = holding();
    const { database, time, receiver, dispatcher, deliveries, errors } = await setUpReceiver(
      behaviour,
      { kind: 'postgres', limits: { pollMilliseconds: 5 } },
    );
    dispatcher.start();
    await receiver.received(1);
    const restore = await takeAway(database);
    // Too late for another try to record it.
    time.now = after(29.999);
    release();
    while (!errors.some((error) => 'deliveryId' in error)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await restore();
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 0 }]);

    time.now = after(30);
    await receiver.received(2);
    await dispatcher.stop();
    expect(await deliveries()).toMatchObject([{ status: 'success', attempts: 1 }]);
    const [first, second] = receiver.requests;
    expect(verify(second, secret)).toEqual(verify(first, secret));
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('records the outcome of an event that it sent during an outage of the database, and does not send it again', async () => {
    const { behaviour, release } = holding();
    const { database, receiver, dispatcher, deliveries, errors } = await setUpReceiver(behaviour, {
      kind: 'postgres',
      limits: { pollMilliseconds: 5 },
    });
    dispatcher.start();
    await receiver.received(1);
    const restore = await takeAway(database);
    release();
    const before = errors.length;
    while (errors.length < before + 10) await new Promise((resolve) => setImmediate(resolve));
    await restore();
    await expect.poll(deliveries).toMatchObject([{ status: 'success', attempts: 1 }]);
    await dispatcher.stop();
    expect(receiver.requests).toHaveLength(1);
    expect(errors.filter((error) => 'deliveryId' in error)).toEqual([]);
  });

  it('releases a claim that took so long that its lease might end too soon', async () => {
    const { database, time, insertReceiver, dispatcherFor, deliveries } =
      await setUpDispatch('pglite');
    const receiver = await openReceiver();
    await insertReceiver(receiver.url);
    let statements = 0;
    const slow = watchStatements(database, () => {
      statements += 1;
      // The claim, after the look.
      if (statements === 2) time.now = after(5.001);
    });
    const dispatcher = dispatcherFor([receiver.target], { database: slow });
    await deliverDue(dispatcher);
    expect(receiver.requests).toEqual([]);
    expect(await deliveries()).toMatchObject([{ status: 'pending', leased_until: null }]);
    await deliverDue(dispatcher);
    expect(await deliveries()).toMatchObject([{ status: 'success', attempts: 1 }]);
  });

  it('does nothing before it is started and after it is stopped', async () => {
    const { receiver, dispatcher, deliverAt, insertMore, deliveries } = await setUpReceiver(
      undefined,
      { deliveries: 0 },
    );
    dispatcher.wake();
    await deliverAt(0);
    await insertMore();
    dispatcher.wake();
    expect(await deliveries()).toMatchObject([{ status: 'pending', leased_until: null }]);
    expect(receiver.requests).toEqual([]);
  });
});
