import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { createEndpointTester } from '../test-endpoint.ts';

export function testWebhook(
  dependencies: Dependencies,
): Handler<'matches.testWebhook', Caller, FastifyRequest> {
  const testEndpoint = createEndpointTester(dependencies);
  return async ({ body }, { principal, raw }) => {
    const result = await testEndpoint({
      applicationId: principal.applicationId,
      endpointId: body?.endpointId,
      webhookUrl: body?.webhookUrl,
      beforeCommit: async (transaction, answer) =>
        await storeIdempotentAnswer(raw, transaction, { status: 200, body: answer }),
    });
    return { status: 200, body: result };
  };
}
