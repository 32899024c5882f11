import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { insertApplication, insertEndpoint, noon } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { claiming } from '../testing/claiming.ts';
import { after, insertDueDeliveries } from '../testing/fixtures.ts';
import { type EndedClaim, KnownQueues, openDeliveryQueue, type Room } from './delivery-queue.ts';
import type { SeenQueue } from './store/claim.ts';
import type { QueueHead } from './store/heads.ts';

async function nextTransaction(database: Database): Promise<bigint> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(
    database,
  );
  return BigInt(rows[0]?.id ?? 0);
}

/** Sets up a primary and a standby with a waiting delivery each, and an address that leads to one of them. */
async function setUp() {
  const primary = await createTestDatabase('pglite');
  const standby = await createTestDatabase('pglite');
  const insert = async (database: Database) => {
    const applicationId = await insertApplication(database);
    await insertEndpoint(database, applicationId);
    return await insertDueDeliveries(database, applicationId, 1);
  };
  const waiting = { primary: await insert(primary), standby: await insert(standby) };
  let answer: () => Database = () => primary;
  const address = new Proxy(primary, {
    get: (_target, property) => {
      const database = answer();
      const value: unknown = Reflect.get(database, property, database);
      return typeof value === 'function' ? value.bind(database) : value;
    },
  });
  const queue = openDeliveryQueue(address);
  return {
    ...{ primary, standby, waiting, queue },
    leadTo: (to: () => Database) => {
      answer = to;
    },
    claim: async () => (await queue.claim(claiming)).deliveries.map(({ id }) => id),
  };
}

it('a queue finds everything after a failover to a standby with fewer transactions', async () => {
  const { primary, standby, waiting, queue, leadTo, claim } = await setUp();
  const ofStandby = await nextTransaction(standby);
  while ((await nextTransaction(primary)) <= ofStandby + 10n);
  await queue.look(noon);
  expect(await claim()).toEqual(waiting.primary);
  await queue.look(noon);
  leadTo(() => standby);
  await queue.look(noon);
  expect(await claim()).toEqual(waiting.standby);
});

it('a queue finds everything after a failed look, whichever database answers then', async () => {
  const { primary, standby, waiting, queue, leadTo, claim } = await setUp();
  const ofPrimary = await nextTransaction(primary);
  while ((await nextTransaction(standby)) <= ofPrimary + 10n);
  await queue.look(noon);
  expect(await claim()).toEqual(waiting.primary);
  leadTo(() => {
    throw new Error('The connection was lost.');
  });
  await expect(queue.look(noon)).rejects.toThrow('The connection was lost.');
  leadTo(() => standby);
  await queue.look(noon);
  expect(await claim()).toEqual(waiting.standby);
});

const head = (endpointId: string, change: Partial<QueueHead> = {}): QueueHead => ({
  endpointId,
  applicationId: 'app_01',
  nextAttemptAt: noon,
  deliveryOrder: 1,
  deliveries: 1,
  isFailing: false,
  ...change,
});

const room = (change: Partial<Room> = {}): Room => ({
  limit: 32,
  inFlight: new Map(),
  limitPerEndpoint: 8,
  limitPerFailingEndpoint: 1,
  limitFailing: 2,
  ...change,
});

const seen = (endpointId: string, change: Partial<SeenQueue> = {}): SeenQueue => ({
  endpointId,
  isFailing: false,
  head: { nextAttemptAt: noon, deliveryOrder: 1 },
  deliveries: 1,
  isCut: false,
  isLeft: false,
  nextChangeAt: null,
  ...change,
});

const ended = (change: Partial<EndedClaim> = {}): EndedClaim => ({
  now: noon,
  leasedUntil: after(30),
  claimed: 0,
  inFlight: 0,
  wasFull: false,
  ...change,
});

function knowing(...heads: QueueHead[]): KnownQueues {
  const known = new KnownQueues();
  for (const one of heads) known.add(one);
  return known;
}

const asked = (known: KnownQueues, now = noon, change: Partial<Room> = {}) =>
  known.ask(now, room(change)).asked.map(({ endpointId }) => endpointId);

describe('the queues to claim from', () => {
  it('are those with something due, the longest due first', () => {
    const known = knowing(
      head('late', { deliveryOrder: 2 }),
      head('first', { nextAttemptAt: after(-1) }),
      head('soon', { nextAttemptAt: after(1) }),
      head('early'),
    );
    expect(asked(known)).toEqual(['first', 'early', 'late']);
    expect(known.millisecondsToNext(noon)).toBe(1_000);
    expect(asked(known, after(1))).toContain('soon');
  });

  it('are only as many as fill the room', () => {
    const known = knowing(
      head('a', { deliveries: 500, nextAttemptAt: after(-3) }),
      head('b', { deliveries: 3, nextAttemptAt: after(-2) }),
      head('c'),
    );
    expect(known.ask(noon, room({ limit: 8 }))).toMatchObject({
      asked: [{ endpointId: 'a' }],
      hasMore: true,
    });
    expect(asked(known, noon, { limit: 9 })).toEqual(['a', 'b']);
    expect(known.ask(noon, room({ limit: 12 })).hasMore).toBe(false);
    expect(asked(known, noon, { limit: 3, inFlight: new Map([['a', 6]]) })).toEqual(['a', 'b']);
  });

  it('have room for several attempts each, for one each if they fail, and for only a few of all failing queues together', () => {
    const failing = ['x', 'y', 'z'].map((id) => head(id, { isFailing: true }));
    const known = knowing(head('a'), ...failing);
    const inFlight = new Map([
      ['a', 8],
      ['y', 1],
    ]);
    expect(asked(known, noon, { inFlight })).toEqual(['x', 'z']);
    expect(asked(known, noon, { limitFailing: 0 })).toEqual(['a']);
  });

  it('begin at the earliest delivery that was found', () => {
    const known = knowing(head('a', { deliveryOrder: 5 }));
    known.update(seen('a', { head: { nextAttemptAt: noon, deliveryOrder: 9 } }), ended());
    known.add(head('a', { deliveryOrder: 12 }));
    expect(known.ask(noon, room()).asked).toMatchObject([{ deliveryOrder: 9 }]);
    // A delivery of a transaction that took long.
    known.add(head('a', { nextAttemptAt: after(-60), deliveryOrder: 4 }));
    expect(known.ask(noon, room()).asked).toMatchObject([
      { nextAttemptAt: after(-60), deliveryOrder: 4 },
    ]);
  });
});

describe('a queue after a claim', () => {
  it('is forgotten if nothing waits', () => {
    const known = knowing(head('a'));
    known.update(seen('a', { head: null }), ended());
    expect(asked(known)).toEqual([]);
    expect(known.millisecondsToNext(noon)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is asked again when a retry is due, and when the lease of the claimed deliveries expires', () => {
    const known = knowing(head('a'), head('b'));
    known.update(seen('a', { nextChangeAt: after(5) }), ended({ claimed: 1 }));
    known.update(seen('b'), ended({ claimed: 1 }));
    expect(asked(known, after(4))).toEqual([]);
    expect(asked(known, after(5))).toEqual(['a']);
    expect(asked(known, after(30))).toEqual(['a', 'b']);
  });

  it('is asked at once for what a full claim left', () => {
    const known = knowing(head('a'));
    known.update(seen('a', { isLeft: true }), ended({ wasFull: true }));
    expect(asked(known)).toEqual(['a']);
  });

  it('is asked at the end of an attempt only if more may wait than there was room for', () => {
    const known = knowing(head('full'), head('all'));
    known.update(seen('full', { isCut: true, deliveries: 8 }), ended({ claimed: 8 }));
    known.update(seen('all'), ended({ claimed: 1 }));
    known.unblock(noon);
    expect(asked(known)).toEqual([]);
    for (const id of ['full', 'all', 'unknown']) known.makeRoom(id, noon);
    expect(asked(known)).toEqual(['full']);
  });

  it('is asked at the next look if other dispatchers hold its deliveries, or use all its room', () => {
    const known = knowing(head('locked'), head('elsewhere'));
    known.update(seen('locked', { isLeft: true }), ended());
    const leased = { isCut: true, nextChangeAt: after(30) };
    known.update(seen('elsewhere', leased), ended());
    expect(asked(known)).toEqual([]);
    known.unblock(noon);
    expect(asked(known)).toEqual(['locked', 'elsewhere']);
  });
});
