import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { toDeliveryView } from '../domain/views.ts';
import { redeliver as redeliverDelivery } from '../redeliver.ts';
import type { DeliveryRow } from '../store/deliveries.ts';

export function redeliver(
  dependencies: Dependencies,
): Handler<'webhooks.redeliver', Caller, FastifyRequest> {
  return async ({ path: { deliveryId } }, { principal: { applicationId }, raw }) => {
    const answerOf = (delivery: DeliveryRow) =>
      ({ status: 202, body: toDeliveryView(delivery) }) as const;
    const request = { deliveryId, applicationId };
    const queued = await redeliverDelivery(dependencies, request, async (transaction, delivery) =>
      storeIdempotentAnswer(raw, transaction, answerOf(delivery)),
    );
    return answerOf(queued);
  };
}
