import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { createEndpointCreation } from '../endpoints.ts';

export function createEndpoint(
  dependencies: Dependencies,
): Handler<'webhooks.createEndpoint', Caller, FastifyRequest> {
  const create = createEndpointCreation(dependencies);
  return async ({ body: setting }, { principal, raw }) => {
    const body = await create(
      principal.applicationId,
      setting,
      async (transaction, created) =>
        await storeIdempotentAnswer(raw, transaction, { status: 201, body: created }),
    );
    return { status: 201, body };
  };
}
