import { setTimeout as wait } from 'node:timers/promises';
import { ProblemError, type Schemas } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { createSecretSealing, openOrNull } from '../platform/secrets/sealing.ts';
import { LIMITS } from './dispatch/dispatcher.ts';
import {
  type AttemptOutcome,
  type AttemptResult,
  judgeOutcome,
} from './dispatch/domain/attempt-result.ts';
import { deliveryHeaders } from './dispatch/domain/signing.ts';
import {
  AddressRefusedError,
  createAddressGuard,
  createReceiverPools,
} from './dispatch/receiver-pools.ts';
import { type OutgoingMessage, type SendTools, send } from './dispatch/send.ts';
import { openSigningSecrets } from './dispatch/signing-secrets.ts';
import { judgeAddress, normalizeTargets } from './domain/endpoint-address.ts';
import { noEndpoint, noSecret } from './endpoints.ts';
import { insertTest } from './store/deliveries.ts';
import { findEndpoints } from './store/endpoints.ts';

interface TestEvent {
  url: string;
  /** The secrets that sign, the current one first. */
  secrets: readonly string[];
}

interface SentTest extends Pick<AttemptResult, 'statusCode' | 'responseBody' | 'errorMessage'> {
  eventId: string;
  payload: string;
  delivered: boolean;
  startedAt: Date;
  durationMilliseconds: number;
}

const MESSAGE = 'This is a test of your webhook endpoint.';

/**
 * Sends one `webhook.test` event and returns its outcome. Without an answer, it always takes the whole timeout. Otherwise the
 * time would reveal whether a port is closed or silent, and whether a name leads to the service's own network.
 */
export async function sendTest(
  { url, secrets }: TestEvent,
  { clock, ...tools }: SendTools & { clock: () => Date },
): Promise<SentTest> {
  const { timeoutMilliseconds } = tools;
  const eventId = newId('evt');
  const startedAt = clock();
  const payload = JSON.stringify({
    type: 'webhook.test',
    timestamp: startedAt,
    data: { message: MESSAGE },
  });
  const headers = deliveryHeaders({ id: eventId, timestamp: startedAt, payload }, secrets);

  const start = performance.now();
  const outcome = await post({ url, headers, payload }, tools);
  const elapsed = performance.now() - start;
  const { statusCode, responseBody, errorMessage, status } = judgeOutcome(outcome, {
    now: startedAt,
    attempts: 0,
    retrySchedule: ONE_ATTEMPT,
    random: 0,
    timeoutSeconds: timeoutMilliseconds / 1_000,
  });
  if (statusCode === null) await wait(Math.max(0, timeoutMilliseconds - elapsed));
  return {
    eventId,
    payload,
    delivered: status === 'success',
    statusCode,
    responseBody,
    errorMessage,
    startedAt,
    durationMilliseconds: statusCode === null ? timeoutMilliseconds : Math.round(elapsed),
  };
}

const ONE_ATTEMPT = [0];

async function post(message: OutgoingMessage, tools: SendTools): Promise<AttemptOutcome> {
  try {
    return { kind: 'answered', ...(await send(message, tools)) };
  } catch (error) {
    return { kind: error instanceof AddressRefusedError ? 'refused' : 'unanswered' };
  }
}

interface EndpointTest {
  applicationId: string;
  /** The endpoint whose secret signs the test; by default the oldest one. */
  endpointId: string | undefined;
  /** Another address to send the test to. */
  webhookUrl: string | undefined;
  /** Called at the end of the transaction that stores the test. */
  beforeCommit: (
    transaction: DatabaseTransaction,
    result: Schemas.WebhookTestResult,
  ) => Promise<void>;
}

// A test has the same timeout as every attempt.
const { timeoutMilliseconds } = LIMITS;

/** Returns a function that sends a signed test event at once, and stores its delivery. */
export function createEndpointTester({ database, clock, configuration }: Dependencies) {
  const { webhookPrivateTargets } = configuration;
  const privateTargets = normalizeTargets(webhookPrivateTargets);
  const checkAddress = createAddressGuard({ privateTargets: webhookPrivateTargets });
  const sealing = createSecretSealing(configuration);

  async function send(url: string, secrets: readonly string[]) {
    // Separate pools, so that a test neither uses nor leaves an open connection.
    const pools = createReceiverPools({ connectTimeoutMilliseconds: timeoutMilliseconds });
    const tools = { checkAddress, pools, timeoutMilliseconds, clock };
    return await sendTest({ url, secrets }, tools).finally(pools.close);
  }

  return async ({
    applicationId,
    endpointId,
    webhookUrl,
    beforeCommit,
  }: EndpointTest): Promise<Schemas.WebhookTestResult> => {
    if (webhookUrl !== undefined) refuseError(webhookUrl, privateTargets);
    const endpoints = await findEndpoints(database, applicationId);
    const endpoint = endpoints.find(({ id }) => (endpointId ?? id) === id);
    if (endpoint === undefined) throw noEndpoint(endpointId);
    const secret = await openOrNull(sealing, endpoint.secret_sealed, applicationId);
    if (secret === null) throw noSecret();
    const sealed = {
      secretSealed: endpoint.secret_sealed,
      previousSecretSealed: endpoint.previous_secret_sealed,
      previousSecretExpiresAt: endpoint.previous_secret_expires_at,
    };
    const url = webhookUrl ?? endpoint.url;
    const test = await send(url, await openSigningSecrets(applicationId, sealed, clock(), sealing));
    const { delivered, statusCode, responseBody, errorMessage, durationMilliseconds } = test;
    const deliveryId = newId('whd');
    const result = {
      delivered,
      deliveryId,
      url,
      statusCode,
      responseBody,
      errorMessage,
      durationMs: durationMilliseconds,
    };
    await database.transaction().execute(async (transaction) => {
      const key = { applicationId, endpointId: endpoint.id };
      await insertTest(transaction, { ...test, ...key, id: deliveryId, url, now: clock() });
      await beforeCommit(transaction, result);
    });
    return result;
  };
}

function refuseError(webhookUrl: string, privateTargets: readonly string[]): void {
  const address = judgeAddress(webhookUrl, privateTargets);
  if (!('error' in address)) return;
  throw new ProblemError('validation_failed', {
    errors: [{ pointer: '/webhookUrl', ...address.error }],
  });
}
