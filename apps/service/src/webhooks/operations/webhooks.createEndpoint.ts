import { type Handler, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { newSigningSecret } from '../dispatch/signing-secrets.ts';
import {
  EVENT_TYPES,
  endpointFaults,
  MAX_ENDPOINTS,
  normalizeTargets,
} from '../domain/endpoint-address.ts';
import { toEndpointView } from '../domain/views.ts';
import { insertEndpoint, lockEndpointCount } from '../store/endpoints.ts';

export function createEndpoint({
  database,
  clock,
  configuration,
}: Dependencies): Handler<'webhooks.createEndpoint', Caller, FastifyRequest> {
  const sealing = createSecretSealing(configuration);
  const privateTargets = normalizeTargets(configuration.webhookPrivateTargets);

  return async ({ body }, { principal, raw }) => {
    const errors = endpointFaults(body, privateTargets);
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });

    const { applicationId } = principal;
    const { url, events = [...EVENT_TYPES] } = body;
    const now = clock();
    const endpointId = newId('whe');
    const secret = newSigningSecret();
    const secretSealed = await sealing.seal(secret, applicationId);
    return await database.transaction().execute(async (transaction) => {
      if ((await lockEndpointCount(transaction, applicationId)) >= MAX_ENDPOINTS) {
        throw new ProblemError('too_many_endpoints');
      }
      const setting = { applicationId, endpointId, url, events, secretSealed, now };
      const row = await insertEndpoint(transaction, setting);
      await recordAudit(transaction, {
        occurredAt: now,
        actor: 'partner',
        action: 'webhook.set',
        applicationId,
        memberId: null,
        details: { endpointId, url, events },
      });
      const answer = { status: 201 as const, body: { ...toEndpointView(row), secret } };
      await storeIdempotentAnswer(raw, transaction, answer);
      return answer;
    });
  };
}
