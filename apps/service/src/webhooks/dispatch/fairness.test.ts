import { describe, expect, it } from 'vitest';
import { secret, setUpDispatch, setUpReceiver } from '../testing/dispatch.ts';
import { after } from '../testing/fixtures.ts';
import { holding, openReceiver, verify } from '../testing/receiver.ts';

describe('the dispatcher', () => {
  it('serves a hundred endpoints completely while one of them hangs', async () => {
    const { database, insertReceiver, dispatcherFor, deliveries } = await setUpDispatch('postgres');
    const { behaviour, release } = holding();
    const hanging = await openReceiver(behaviour);
    const healthy = await openReceiver();
    // The longest due, and more than fit into the room.
    const stuck = await insertReceiver(hanging.url, 200);
    await database
      .updateTable('webhook_delivery')
      .set({ next_attempt_at: after(-60) })
      .execute();
    for (let others = 1; others < 100; others += 1) await insertReceiver(healthy.url, 4);
    const dispatcher = dispatcherFor([hanging.target, healthy.target]);

    dispatcher.start();
    await Promise.all([hanging.received(8), healthy.received(99 * 4)]);
    expect(hanging.requests).toHaveLength(8);
    const stopped = dispatcher.stop();
    release();
    await stopped;
    const late = (await deliveries()).filter(
      ({ application_id, status }) => application_id !== stuck && status !== 'success',
    );
    expect(late).toEqual([]);
    for (const request of healthy.requests) expect(verify(request, secret)).toBeDefined();
  });

  it('keeps room for working endpoints, however many fail and hang', async () => {
    const { database, insertReceiver, dispatcherFor } = await setUpDispatch('postgres');
    const { behaviour, release } = holding();
    const hanging = await openReceiver(behaviour);
    const healthy = await openReceiver();
    for (let failing = 0; failing < 60; failing += 1) await insertReceiver(hanging.url, 3);
    await database
      .updateTable('webhook_endpoint')
      .set({ failing_since: after(-60) })
      .execute();
    await insertReceiver(healthy.url, 40);
    const dispatcher = dispatcherFor([hanging.target, healthy.target], {
      limits: { inFlight: 40, inFlightFailing: 32 },
    });

    dispatcher.start();
    await Promise.all([hanging.received(32), healthy.received(40)]);
    expect(hanging.requests).toHaveLength(32);
    const stopped = dispatcher.stop();
    release();
    await stopped;
  });

  it('never exceeds the limit of running attempts', async () => {
    const { insertReceiver, dispatcherFor } = await setUpDispatch('pglite');
    const { behaviour, release } = holding();
    const receiver = await openReceiver(behaviour);
    for (const _application of [1, 2, 3, 4, 5, 6]) await insertReceiver(receiver.url, 8);
    const dispatcher = dispatcherFor([receiver.target], { limits: { inFlight: 32 } });

    dispatcher.start();
    await receiver.received(32);
    const stopped = dispatcher.stop();
    release();
    await stopped;
    expect(receiver.requests).toHaveLength(32);
  });

  it('tries a failing endpoint with one attempt at a time until it succeeds', async () => {
    let max = 0;
    let open = 0;
    let statusCode = 500;
    const { receiver, deliverAt, insertMore } = await setUpReceiver((response) => {
      open += 1;
      max = Math.max(max, open);
      setImmediate(() => {
        open -= 1;
        response.writeHead(statusCode).end();
      });
    });
    await deliverAt(0);
    await insertMore(20);

    max = 0;
    await deliverAt(0);
    expect([receiver.requests.length, max]).toEqual([2, 1]);
    statusCode = 204;
    await deliverAt(0);
    await deliverAt(5);
    expect(receiver.requests.length).toBe(3 + 8);
  });
});
