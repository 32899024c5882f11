import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { createSecretSealing, openOrNull } from '../../platform/secrets/sealing.ts';
import {
  newSigningSecret,
  openPrevious,
  sealPrevious,
} from '../../webhooks/dispatch/signing-secrets.ts';
import { endOfOverlap, supersede } from '../../webhooks/domain/rotation.ts';
import { noEndpoint } from '../../webhooks/no-endpoint.ts';
import { findEndpoint, replaceSecret } from '../../webhooks/store/endpoints.ts';

export function rotateSecret({
  database,
  clock,
  configuration,
}: Dependencies): Handler<'webhooks.rotateSecret', Caller, FastifyRequest> {
  const sealing = createSecretSealing(configuration);

  return async (_request, { principal, raw }) => {
    const { applicationId } = principal;
    const now = clock();
    const secret = newSigningSecret();
    return await database.transaction().execute(async (transaction) => {
      const endpoint = await findEndpoint(transaction, applicationId, { forUpdate: true });
      if (endpoint === null) throw noEndpoint();
      const current = await openOrNull(sealing, endpoint.secret_sealed, applicationId);
      const before = await openPrevious(applicationId, endpoint.previous_secret_sealed, sealing);
      // One that cannot be read any more signs nothing.
      const previous = current === null ? [] : supersede(current, before, now);
      const expiresAt = current === null ? now : endOfOverlap(now);
      await replaceSecret(transaction, applicationId, {
        secretSealed: await sealing.seal(secret, applicationId),
        previousSecretSealed: await sealPrevious(applicationId, previous, sealing),
        previousSecretExpiresAt: expiresAt,
      });
      await recordAudit(transaction, {
        occurredAt: now,
        actor: 'partner',
        action: 'webhook.secret_rotated',
        applicationId,
        memberId: null,
      });
      const answer = {
        status: 200 as const,
        body: { secret, previousSecretExpiresAt: expiresAt.toISOString() },
      };
      await storeIdempotentAnswer(raw, transaction, answer);
      return answer;
    });
  };
}
