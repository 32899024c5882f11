import { type Handler, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { retryOnContention } from '../../platform/concurrency/periodic-task.ts';
import { DELIVERY_RETENTION } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { toDeliveryView } from '../domain/views.ts';
import { noEndpoint } from '../endpoints.ts';
import { type Redelivered, redeliver as redeliverDelivery } from '../redeliver.ts';

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
    const request = { deliveryId, applicationId, createdSince, retrySchedule, now };
    return await retryOnContention(() =>
      database.transaction().execute(async (transaction) => {
        const redelivered = await redeliverDelivery(transaction, request);
        if (redelivered.outcome !== 'queued') throw refusalOf(redelivered, deliveryId);
        const answer = { status: 202 as const, body: toDeliveryView(redelivered.delivery) };
        await storeIdempotentAnswer(raw, transaction, answer);
        return answer;
      }),
    );
  };
}

function refusalOf(
  redelivered: Exclude<Redelivered, { outcome: 'queued' }>,
  deliveryId: string,
): ProblemError {
  switch (redelivered.outcome) {
    case 'no_delivery':
      return new ProblemError('not_found', {
        detail: `Your application has no delivery ${deliveryId} of the last 30 days. webhooks.listDeliveries names the id of each.`,
      });
    case 'no_endpoint':
      return noEndpoint(redelivered.endpointId);
    case 'refused': {
      const { code, detail } = redelivered.refusal;
      return new ProblemError(code, { detail });
    }
  }
}
