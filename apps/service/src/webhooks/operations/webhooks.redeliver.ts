import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { toDeliveryView } from '../domain/views.ts';
import { type Redelivered, redeliver as redeliverDelivery } from '../redeliver.ts';

export function redeliver(
  dependencies: Dependencies,
): Handler<'webhooks.redeliver', Caller, FastifyRequest> {
  return async ({ path: { deliveryId } }, { principal: { applicationId }, raw }) => {
    const answerOf = ({ delivery, consent }: Redelivered) =>
      ({ status: 202, body: toDeliveryView(delivery, consent) }) as const;
    const request = { deliveryId, applicationId };
    const queued = await redeliverDelivery(dependencies, request, async (transaction, queued) =>
      storeIdempotentAnswer(raw, transaction, answerOf(queued)),
    );
    return answerOf(queued);
  };
}
