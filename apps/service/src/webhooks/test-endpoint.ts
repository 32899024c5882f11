import { ProblemError, type Schemas } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { createSecretSealing, openOrNull } from '../platform/secrets/sealing.ts';
import { createAddressGuard } from './dispatch/address-guard.ts';
import { LIMITS } from './dispatch/dispatcher-limits.ts';
import { createReceiverPools } from './dispatch/receiver-pools.ts';
import { sendTest } from './dispatch/send-test.ts';
import { openSigningSecrets } from './dispatch/signing-secrets.ts';
import { judgeAddress, normalizeTargets } from './domain/endpoint-address.ts';
import { noEndpoint, noSecret } from './no-endpoint.ts';
import { findEndpoints } from './store/endpoints.ts';
import { insertTest } from './store/test-events.ts';

export interface EndpointTest {
  applicationId: string;
  /** The endpoint whose secret signs the test: the one that was created first, where none is named. */
  endpointId: string | undefined;
  /** Where to send the test instead of to the endpoint. */
  webhookUrl: string | undefined;
  /** Called last in the transaction that stores the test. */
  beforeCommit: (
    transaction: DatabaseTransaction,
    result: Schemas.WebhookTestResult,
  ) => Promise<void>;
}

// A test has the same timeout as every attempt.
const { timeoutMilliseconds } = LIMITS;

/** Creates what sends a test event at once, signed like every other, and stores its delivery. */
export function createEndpointTester({ database, clock, configuration }: Dependencies) {
  const { webhookPrivateTargets } = configuration;
  const privateTargets = normalizeTargets(webhookPrivateTargets);
  const checkAddress = createAddressGuard({ privateTargets: webhookPrivateTargets });
  const sealing = createSecretSealing(configuration);

  async function send(url: string, secrets: readonly string[]) {
    // Pools of its own: a test uses no connection that an event has left open, and leaves none.
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
    if (webhookUrl !== undefined) refuseFault(webhookUrl, privateTargets);
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

function refuseFault(webhookUrl: string, privateTargets: readonly string[]): void {
  const address = judgeAddress(webhookUrl, privateTargets);
  if (!('fault' in address)) return;
  throw new ProblemError('validation_failed', {
    errors: [{ pointer: '/webhookUrl', ...address.fault }],
  });
}
