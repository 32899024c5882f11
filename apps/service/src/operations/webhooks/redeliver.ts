import { type Handler, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { DELIVERY_RETENTION } from '../../retention/domain/periods.ts';
import { nextAttemptAt } from '../../webhooks/dispatch/domain/retry-schedule.ts';
import { toDeliveryView } from '../../webhooks/domain/delivery-view.ts';
import { planRedelivery, refuseRedelivery } from '../../webhooks/domain/redelivery.ts';
import { noEndpoint } from '../../webhooks/no-endpoint.ts';
import type { DeliveryRow } from '../../webhooks/store/delivery-log.ts';
import { findEndpoint } from '../../webhooks/store/endpoints.ts';
import {
  expediteDelivery,
  findConsent,
  lockDelivery,
  requeueDelivery,
} from '../../webhooks/store/redelivery.ts';

export function redeliver({
  database,
  clock,
  configuration,
}: Dependencies): Handler<'webhooks.redeliver', Caller, FastifyRequest> {
  const { webhookRetrySchedule: retrySchedule } = configuration;

  return async ({ path: { deliveryId } }, { principal, raw }) => {
    const { applicationId } = principal;
    const now = clock();
    const createdSince = new Date(now.getTime() - DELIVERY_RETENTION);
    return await database.transaction().execute(async (transaction) => {
      const delivery = await lockDelivery(transaction, { deliveryId, applicationId, createdSince });
      if (delivery === null) {
        throw new ProblemError('not_found', {
          detail: `Your application has no delivery ${deliveryId} of the last 30 days. webhooks.listDeliveries names the id of each.`,
        });
      }
      const key = { applicationId, endpointId: delivery.endpoint_id };
      const endpoint = await findEndpoint(transaction, key);
      if (endpoint === null) throw noEndpoint(key);
      const consent = await findConsent(transaction, delivery);
      const refusal = refuseRedelivery({ delivery, endpoint, consent });
      if (refusal !== null) throw new ProblemError(refusal.code, { detail: refusal.detail });

      const queued = await queue(transaction, delivery, { url: endpoint.url, retrySchedule, now });
      const answer = { status: 202 as const, body: toDeliveryView(queued) };
      await storeIdempotentAnswer(raw, transaction, answer);
      return answer;
    });
  };
}

interface QueueContext {
  url: string;
  retrySchedule: readonly number[];
  now: Date;
}

async function queue(
  transaction: DatabaseTransaction,
  delivery: DeliveryRow,
  { url, retrySchedule, now }: QueueContext,
): Promise<DeliveryRow> {
  switch (planRedelivery(delivery, now)) {
    case 'requeue':
      return await requeueDelivery(transaction, delivery.id, {
        url,
        maxAttempts: retrySchedule.length,
        nextAttemptAt: nextAttemptAt({ now, attempts: 0, retrySchedule, random: 0 }) ?? now,
      });
    case 'expedite':
      return await expediteDelivery(transaction, delivery.id, { url, nextAttemptAt: now });
    case 'noop':
      return delivery;
  }
}
