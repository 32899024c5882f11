import { randomUUID } from 'node:crypto';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { attempt } from '@partner-rating/service/src/webhooks/dispatch/attempt.ts';
import { signatureHeaders } from '@partner-rating/service/src/webhooks/dispatch/domain/signing.ts';
import {
  createAddressGuard,
  createReceiverPools,
} from '@partner-rating/service/src/webhooks/dispatch/receiver-pools.ts';
import { cacheOpenedSecrets } from '@partner-rating/service/src/webhooks/dispatch/signing-secrets.ts';
import { signingSecret } from '@partner-rating/service/src/webhooks/testing/fixtures.ts';
import { Pool } from 'undici';
import type { Figure } from '../benchmark.ts';
import { measureInRounds, type Rounds } from '../measure/rounds.ts';
import { median } from '../measure/statistics.ts';
import { configurationFor, payload, quiet, sealingFor } from './fixture.ts';

const IN_FLIGHT = 32;

const TIMEOUT_MILLISECONDS = 15_000;

export interface SendingReceiver {
  /** The `host:port` of the receiver. */
  target: string;
  /** The description of the receiver in the names of the figures. */
  name: string;
  goal?: Figure['goal'];
  sendsARound: number;
  rounds: Rounds;
}

/**
 * Measures delivery attempts without the database, compared with a bare client that sends the same bytes, and with a client
 * that signs each request. Signing takes a large part of the time, so a sender that signs cannot be as fast as one that
 * does not sign. The second figure therefore shows the cost of the rest of an attempt, and has
 * the goal.
 */
export async function compareSending(receiver: SendingReceiver): Promise<Figure[]> {
  const { target, name, goal, sendsARound } = receiver;
  const { dispatch, close } = await openDispatch(target);
  const bare = new Pool(`http://${target}`);
  const request = async (headers: Record<string, string>) => {
    const options = { method: 'POST', path: '/hooks', headers, body: payload } as const;
    const { statusCode, body } = await bare.request(options);
    await body.text();
    if (statusCode !== 200) throw new Error(`The receiver answered ${statusCode}.`);
  };
  const signedOnce = sign();
  const rounds = await measureInRounds(receiver.rounds, {
    dispatched: async () => await rateOf(sendsARound, dispatch),
    bare: async () => await rateOf(sendsARound, () => request(signedOnce)),
    signing: async () => await rateOf(sendsARound, () => request(sign())),
  });
  await close();
  await bare.close();
  return [
    {
      name: `signed dispatch / bare Pool.request, to a receiver that ${name}`,
      value: median(rounds.map(({ dispatched, bare }) => dispatched / bare)),
    },
    {
      name: 'signed dispatch / Pool.request that signs, to the same',
      value: median(rounds.map(({ dispatched, signing }) => dispatched / signing)),
      ...(goal !== undefined && { goal }),
    },
    {
      name: 'signed dispatch to it, deliveries a second',
      value: median(rounds.map(({ dispatched }) => dispatched)),
    },
  ];
}

function sign(): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Partner-Rating-Service',
    ...signatureHeaders({ id: randomUUID(), timestamp: new Date(), payload }, [signingSecret]),
  };
}

/** Opens the service's own sender. `dispatch` makes one attempt. */
async function openDispatch(target: string) {
  const sealing = cacheOpenedSecrets(sealingFor([target]));
  const pools = createReceiverPools({ connectTimeoutMilliseconds: TIMEOUT_MILLISECONDS });
  const tools = {
    checkAddress: createAddressGuard({ privateTargets: [target] }),
    pools,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    clock: () => new Date(),
    random: Math.random,
    retrySchedule: configurationFor([target]).webhookRetrySchedule,
    sealing,
    record: async () => true,
    log: quiet,
    // A success writes only through `record`, so this attempt needs no database.
    database: undefined as unknown as Database,
  };
  const delivery = {
    applicationId: 'app',
    endpointId: 'whe',
    eventType: 'connection.created',
    payload,
    attempts: 0,
    leasedUntil: new Date(),
    applicationDisabled: false,
    applicationHasKey: true,
    endpointIsFailing: false,
    connection: null,
    traceparent: null,
    endpoint: {
      url: `http://${target}/hooks`,
      status: 'enabled' as const,
      secretSealed: await sealing.seal(signingSecret, 'app'),
      previousSecretSealed: null,
      previousSecretExpiresAt: null,
    },
  };
  const dispatch = async () => {
    const id = randomUUID();
    const end = await attempt({ ...delivery, id, eventId: id }, tools);
    if (end !== 'success') throw new Error(`A delivery ended with ${end}.`);
  };
  return { dispatch, close: async () => await pools.close() };
}

/** Runs the work `count` times, with `IN_FLIGHT` runs at a time. Returns the number of runs per second. */
async function rateOf(count: number, run: () => Promise<unknown>): Promise<number> {
  let left = count;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (left > 0) {
        left -= 1;
        await run();
      }
    }),
  );
  return count / ((performance.now() - start) / 1_000);
}
