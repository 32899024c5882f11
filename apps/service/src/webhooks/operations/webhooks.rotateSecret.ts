import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { createSecretRotation } from '../endpoints.ts';

export function rotateSecret(
  dependencies: Dependencies,
): Handler<'webhooks.rotateSecret', Caller, FastifyRequest> {
  const rotate = createSecretRotation(dependencies);
  return async ({ path: { endpointId } }, { principal, raw }) => {
    const body = await rotate(
      { applicationId: principal.applicationId, endpointId },
      async (transaction, rotated) =>
        await storeIdempotentAnswer(raw, transaction, { status: 200, body: rotated }),
    );
    return { status: 200, body };
  };
}
