import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import type { Database } from '../src/database/schema.ts';
import { createAddressGuard } from '../src/webhooks/address-guard.ts';
import { attempt } from '../src/webhooks/attempt.ts';
import { signatureHeaders } from '../src/webhooks/domain/signing.ts';
import { rememberOpened } from '../src/webhooks/opened-secrets.ts';
import { createReceiverPools } from '../src/webhooks/receiver-pools.ts';
import { configurationFor, payload, quiet, sealingFor, signingSecret } from './dispatch-ground.ts';
import type { Figure } from './frame.ts';
import { median } from './statistics.ts';

const IN_FLIGHT = 32;
const SENDS_A_TURN = 3_000;
const TURNS = 9;
// What is measured first is not compiled yet.
const TURNS_TO_WARM_UP = 2;
const TIMEOUT_MILLISECONDS = 15_000;

/** Attempts as they are made, but for the database, beside the bare client that sends the same bytes. */
export async function compareSending(target: string): Promise<Figure[]> {
  const url = `http://${target}/hooks`;
  const configuration = configurationFor([target]);
  const sealing = rememberOpened(sealingFor(configuration));
  const secretSealed = await sealing.seal(signingSecret, 'app');
  const pools = createReceiverPools({ connectTimeoutMilliseconds: TIMEOUT_MILLISECONDS });
  const tools = {
    checkAddress: createAddressGuard({ privateTargets: [target] }),
    pools,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    clock: () => new Date(),
    random: Math.random,
    retrySchedule: configuration.webhookRetrySchedule,
    sealing,
    record: async () => true,
    log: quiet,
    // All that is written of a success goes by `record`.
    database: undefined as unknown as Database,
  };
  const delivery = {
    applicationId: 'app',
    eventType: 'connection.created',
    payload,
    attempts: 0,
    leasedUntil: new Date(),
    applicationDisabled: false,
    applicationHasKey: true,
    endpointIsFailing: false,
    connection: null,
    endpoint: {
      url,
      status: 'enabled' as const,
      secretSealed,
      previousSecretSealed: null,
      previousSecretExpiresAt: null,
    },
  };
  const dispatch = async () => {
    const id = randomUUID();
    const end = await attempt({ ...delivery, id, eventId: id }, tools);
    if (end !== 'success') throw new Error(`A delivery came to ${end}.`);
  };

  const bare = new Pool(`http://${target}`);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Partner-Rating-Service',
    ...signatureHeaders({ id: randomUUID(), timestamp: new Date(), payload }, [signingSecret]),
  };
  const request = async () => {
    const options = { method: 'POST', path: '/hooks', headers, body: payload } as const;
    const { statusCode, body } = await bare.request(options);
    await body.text();
    if (statusCode !== 200) throw new Error(`The receiver answered ${statusCode}.`);
  };

  const ratios: number[] = [];
  const rates: number[] = [];
  for (let turn = 0; turn < TURNS_TO_WARM_UP + TURNS; turn += 1) {
    // Which of the two comes first changes with each turn.
    const first = await rateOf(SENDS_A_TURN, turn % 2 === 0 ? dispatch : request);
    const second = await rateOf(SENDS_A_TURN, turn % 2 === 0 ? request : dispatch);
    const [dispatched, requested] = turn % 2 === 0 ? [first, second] : [second, first];
    if (turn < TURNS_TO_WARM_UP) continue;
    ratios.push(dispatched / requested);
    rates.push(dispatched);
  }
  await pools.close();
  await bare.close();
  return [
    {
      name: 'signed dispatch / bare Pool.request',
      value: median(ratios),
      goal: { atLeast: 0.85 },
    },
    { name: 'signed dispatch, deliveries a second', value: median(rates) },
  ];
}

/** Runs so many at a time until all are done; gives how many a second. */
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
