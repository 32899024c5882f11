import { type Handler, ProblemError } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { keepAnswer } from '../../platform/http/idempotent-answers.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { createAddressGuard } from '../../webhooks/dispatch/address-guard.ts';
import { LIMITS } from '../../webhooks/dispatch/dispatcher-limits.ts';
import { createReceiverPools } from '../../webhooks/dispatch/receiver-pools.ts';
import { sendTest } from '../../webhooks/dispatch/send-test.ts';
import { openSigningSecrets } from '../../webhooks/dispatch/signing-secrets.ts';
import { judgeAddress, normalizeTargets } from '../../webhooks/domain/endpoint-address.ts';
import { noEndpoint } from '../../webhooks/no-endpoint.ts';
import { findEndpoint } from '../../webhooks/store/endpoints.ts';
import { insertTest } from '../../webhooks/store/test-events.ts';

// A test gets the same time-out as every attempt.
const { timeoutMilliseconds } = LIMITS;

export function testWebhook(dependencies: Dependencies): Handler<'matches.testWebhook', Caller> {
  const { database, clock, configuration } = dependencies;
  const { webhookPrivateTargets } = configuration;
  const privateTargets = normalizeTargets(webhookPrivateTargets);
  const checkAddress = createAddressGuard({ privateTargets: webhookPrivateTargets });
  const sealing = createSecretSealing(configuration);

  return async ({ body }, { principal, raw }) => {
    const { applicationId } = principal;
    const webhookUrl = body?.webhookUrl;
    if (webhookUrl !== undefined) refuseFault(webhookUrl, privateTargets);
    const endpoint = await findEndpoint(database, applicationId);
    if (endpoint === null) throw noEndpoint();

    const url = webhookUrl ?? endpoint.url;
    const sealed = {
      secretSealed: endpoint.secret_sealed,
      previousSecretSealed: endpoint.previous_secret_sealed,
      previousSecretExpiresAt: endpoint.previous_secret_expires_at,
    };
    const secrets = await openSigningSecrets(applicationId, sealed, clock(), sealing);
    // Of its own, so that a test finds no connection that an event has left open, nor leaves one.
    const pools = createReceiverPools({ connectTimeoutMilliseconds: timeoutMilliseconds });
    const tools = { checkAddress, pools, timeoutMilliseconds, clock };
    const test = await sendTest({ url, secrets }, tools).finally(pools.close);

    const deliveryId = newId('whd');
    const answer = {
      status: 200 as const,
      body: {
        delivered: test.delivered,
        deliveryId,
        url,
        statusCode: test.statusCode,
        responseBody: test.responseBody,
        errorMessage: test.errorMessage,
        durationMs: test.durationMilliseconds,
      },
    };
    await database.transaction().execute(async (transaction) => {
      await insertTest(transaction, { ...test, id: deliveryId, applicationId, url, now: clock() });
      await keepAnswer(raw, transaction, answer);
    });
    return answer;
  };
}

function refuseFault(webhookUrl: string, privateTargets: readonly string[]): void {
  const address = judgeAddress(webhookUrl, privateTargets);
  if (!('fault' in address)) return;
  throw new ProblemError('validation_failed', {
    errors: [{ pointer: '/webhookUrl', ...address.fault }],
  });
}
