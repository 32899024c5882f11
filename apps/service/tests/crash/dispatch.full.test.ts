import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfiguration } from '../../src/platform/configuration/configuration.ts';
import type { Database } from '../../src/platform/database/schema.ts';
import { createSecretSealing } from '../../src/platform/secrets/sealing.ts';
import { serviceProcess } from '../../src/testing/service-process.ts';
import {
  insertDueDeliveries,
  insertReceivers,
  signingSecret,
} from '../../src/webhooks/testing/fixtures.ts';
import { openReceiver, verify } from '../../src/webhooks/testing/receiver.ts';
import { type CrashFixture, embeddedFixture, postgresFixture } from './fixture.ts';

const ENDPOINTS = 3;
const EVENTS_OF_A_LIFE = 40;
const ANSWER_MILLISECONDS = 20;
const LIFE_MILLISECONDS = 120;
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

const sealingKey = Buffer.alloc(32, 7).toString('base64');
const sealing = createSecretSealing(readConfiguration({ SECRETS_KEY: sealingKey }));

// For more kills: CRASH_FACTOR=10.
const factor = Number(process.env.CRASH_FACTOR ?? 1);

// After a kill, other services leave the work that it interrupted until its lease ends. So several services wait at once.
const fixtures = [
  { name: 'PostgreSQL', services: 4, kills: 8 * factor, openFixture: postgresFixture },
  { name: 'the embedded database', services: 1, kills: 2 * factor, openFixture: embeddedFixture },
];

describe.each(fixtures)('the service over $name, killed $kills times', (fixture) => {
  it('sends every event at least once, and always unchanged', {
    timeout: 1_800_000,
  }, async () => {
    const { services, kills, openFixture } = fixture;
    const outcomes = await Promise.all(
      Array.from({ length: services }, (_, service) =>
        sendThroughKills(
          openFixture,
          // Each has its own moments.
          Array.from({ length: kills / services }, (__, kill) => kill * services + service),
        ),
      ),
    );
    const total = (count: keyof Sent) => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
    process.stdout.write(
      `Killed ${kills} times while ${total('events')} events were sent: ${total('interrupted')} ` +
        `attempts were interrupted, ${total('twice')} made again.\n`,
    );
    // Either on its way, or arrived but not recorded.
    expect(total('interrupted') + total('twice')).toBeGreaterThan(0);
  });
});

interface Sent {
  events: number;
  interrupted: number;
  twice: number;
}

/** Kills a service with its own events once for each number, and expects that they all arrive. */
async function sendThroughKills(
  openFixture: () => Promise<CrashFixture>,
  kills: readonly number[],
): Promise<Sent> {
  let interrupted = 0;
  const receiver = await openReceiver((response) => {
    response.on('close', () => {
      if (!response.writableFinished) interrupted += 1;
    });
    setTimeout(() => response.end(), ANSWER_MILLISECONDS);
  });
  const fixture = await openFixture();
  const service = await serviceProcess({
    ...fixture.environment,
    SECRETS_KEY: sealingKey,
    WEBHOOK_PRIVATE_TARGETS: receiver.target,
    WEBHOOK_RETRY_SCHEDULE: '0,1,1,1,1',
  });
  onTestFinished(service.kill);
  const whileDown = async <Result>(work: (database: Database) => Promise<Result>) => {
    const { database, close } = await fixture.open();
    return await work(database).finally(close);
  };

  const applications = await whileDown((database) =>
    insertReceivers(database, sealing, { url: receiver.url, count: ENDPOINTS }),
  );
  for (const kill of kills) {
    await whileDown(async (database) => {
      for (const applicationId of applications) {
        await insertDueDeliveries(database, applicationId, EVENTS_OF_A_LIFE);
      }
    });
    const before = receiver.requests.length;
    await service.start();
    await receiver.received(before + 1);
    // Evenly distributed, so that kills hit every moment of an attempt.
    await sleep(((kill * GOLDEN_RATIO) % 1) * LIFE_MILLISECONDS);
    await service.kill();
  }

  const events = await whileDown(
    async (database) =>
      await database.selectFrom('webhook_delivery').select(['event_id', 'payload']).execute(),
  );
  const expected = new Map(events.map(({ event_id, payload }) => [event_id, payload]));
  await service.start();
  const arrived = () => new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
  while (arrived().size < expected.size) await receiver.received(receiver.requests.length + 1);
  for (const request of receiver.requests) {
    expect(verify(request, signingSecret)).toEqual(JSON.parse(request.body));
    expect(request.body).toBe(expected.get(request.headers['webhook-id'] as string));
  }
  const twice = receiver.requests.length - expected.size;
  return { events: expected.size, interrupted, twice };
}
