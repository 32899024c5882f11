import { describe, expect, it } from 'vitest';
import { newId } from '../platform/database/identifiers.ts';
import {
  endpointOf,
  insertApplication,
  insertEndpoint,
  insertMember,
  noon,
} from '../testing/builders.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { type NewEvent, takeSequences, writeEvents } from './outbox.ts';
import { connectionCreated, ratingUpdated } from './testing/event-data.ts';
import { after } from './testing/fixtures.ts';

const retrySchedule = [3, 5, 300];

describe.each(databases)('writeEvents on %s', (kind) => {
  async function setUp() {
    const database = await createTestDatabase(kind);
    const applicationId = await insertApplication(database);
    await insertEndpoint(database, applicationId);
    const write = (events: NewEvent[]) =>
      database
        .transaction()
        .execute((transaction) => writeEvents(transaction, noon, events, retrySchedule));
    const deliveries = () =>
      database.selectFrom('webhook_delivery').selectAll().orderBy('delivery_order').execute();
    return { database, applicationId, write, deliveries };
  }

  it('writes a delivery that is due after the first wait of the schedule', async () => {
    const { applicationId, write, deliveries } = await setUp();
    const event = { applicationId, memberId: 'mem_1', data: ratingUpdated } as const;
    await write([{ type: 'rating.updated', ...event }]);

    expect(await deliveries()).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/^whd_[0-9a-z]{26}$/),
        event_id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
        application_id: applicationId,
        member_id: 'mem_1',
        event_type: 'rating.updated',
        payload: `{"type":"rating.updated","timestamp":"2026-09-12T12:00:00.000Z","data":${JSON.stringify(ratingUpdated)}}`,
        url: 'https://courtside.example/webhooks',
        status: 'pending',
        attempts: 0,
        max_attempts: 3,
        next_attempt_at: after(3),
        leased_until: null,
        created_at: noon,
      }),
    ]);
  });

  it('writes an event for each endpoint that receives it, under one id, or for the named one', async () => {
    const { database, applicationId, write, deliveries } = await setUp();
    const byDefault = endpointOf(applicationId);
    const [of = '', second = ''] = [newId('whe'), newId('whe')];
    await insertEndpoint(database, applicationId, { id: of, events: ['rating.updated'] });
    await insertEndpoint(database, applicationId, { id: second, events: ['connection.created'] });

    const event = { applicationId, memberId: null };
    await write([
      { ...event, type: 'rating.updated', data: ratingUpdated },
      { ...event, type: 'connection.created', data: connectionCreated, endpointId: second },
    ]);
    const written = await deliveries();
    expect(written.map(({ endpoint_id }) => endpoint_id)).toEqual([byDefault, of, second]);
    const [one, two, three] = written.map(({ event_id }) => event_id);
    expect(two).toBe(one);
    expect(three).not.toBe(one);
    expect(new Set(written.map(({ id }) => id)).size).toBe(3);
  });

  it('omits events without an enabled endpoint that receives them', async () => {
    const { database, write, deliveries } = await setUp();
    const withoutEndpoint = await insertApplication(database);
    const disabledEndpoint = await insertApplication(database);
    await insertEndpoint(database, disabledEndpoint, { status: 'disabled' });
    const otherEvents = await insertApplication(database);
    await insertEndpoint(database, otherEvents, { events: ['connection.created'] });
    const disabledApplication = await insertApplication(database, { disabled_at: noon });
    await insertEndpoint(database, disabledApplication);

    await write(
      [withoutEndpoint, disabledEndpoint, otherEvents, disabledApplication].map(
        (applicationId) => ({
          type: 'rating.updated',
          applicationId,
          memberId: null,
          data: ratingUpdated,
        }),
      ),
    );

    expect(await deliveries()).toEqual([]);
  });

  it('keeps the order of thousands of events', async () => {
    const { applicationId, write, deliveries } = await setUp();
    await write(
      Array.from({ length: 20_000 }, (_, index) => ({
        type: 'rating.updated',
        applicationId,
        memberId: null,
        data: { ...ratingUpdated, sequence: index, displayName: 'Łukasz "Q" \\ {😀}' },
      })),
    );

    const sequences = (await deliveries()).map((row) => JSON.parse(row.payload).data.sequence);
    expect(sequences).toEqual(Array.from({ length: 20_000 }, (_, index) => index));
  });
});

describe.each(databases)('takeSequences on %s', (kind) => {
  it('gives each member as many consecutive numbers as requested, and continues from them', async () => {
    const database = await createTestDatabase(kind);
    const { id: mike } = await insertMember(database);
    const { id: priya } = await insertMember(database);
    const take = (memberIds: string[]) =>
      database.transaction().execute((transaction) => takeSequences(transaction, memberIds));

    expect(await take([mike, priya, mike])).toEqual(
      new Map([
        [mike, [1, 2]],
        [priya, [1]],
      ]),
    );
    expect(await take([mike])).toEqual(new Map([[mike, [3]]]));
    expect(await take([])).toEqual(new Map());
  });
});

describe('takeSequences of simultaneous transactions', () => {
  it('never gives a number twice, with any order of the members', async () => {
    const database = await createTestDatabase('postgres');
    const inserted = Array.from({ length: 10 }, async () => (await insertMember(database)).id);
    const members = await Promise.all(inserted);
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        database
          .transaction()
          .execute((transaction) =>
            takeSequences(transaction, index % 2 === 0 ? members : members.toReversed()),
          ),
      ),
    );
    for (const member of members) {
      const numbers = taken.flatMap((sequences) => sequences.get(member) ?? []);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
    }
  });
});
