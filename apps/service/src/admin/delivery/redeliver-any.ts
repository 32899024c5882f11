import { recordAudit } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/retry-on-contention.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { DELIVERY_RETENTION } from '../../retention/domain/periods.ts';
import { type Redelivered, redeliver } from '../../webhooks/redeliver.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { disabledEndpoint } from './disabled-endpoint.ts';

/**
 * Makes a delivery again, whosever it is, or its next attempt at once where that waits.
 * @throws OperatorError where it may not be made again.
 */
export async function redeliverAny(
  { database, clock, configuration }: Dependencies,
  deliveryId: string,
) {
  const now = clock();
  return await retryOnContention(() =>
    database.transaction().execute(async (transaction) => {
      const redelivered = await redeliver(transaction, {
        deliveryId,
        applicationId: null,
        createdSince: new Date(now.getTime() - DELIVERY_RETENTION),
        retrySchedule: configuration.webhookRetrySchedule,
        now,
      });
      if (redelivered.outcome !== 'queued') throw refusalOf(redelivered, deliveryId);
      const { delivery } = redelivered;
      await recordAudit(transaction, {
        occurredAt: now,
        actor: 'operator',
        action: 'delivery.redelivered',
        applicationId: delivery.application_id,
        memberId: delivery.member_id,
        details: { deliveryId },
      });
      return delivery;
    }),
  );
}

function refusalOf(
  redelivered: Exclude<Redelivered, { outcome: 'queued' }>,
  deliveryId: string,
): OperatorError {
  switch (redelivered.outcome) {
    case 'no_delivery':
      return new OperatorError(
        `There is no delivery ${deliveryId} of the last 30 days. \`delivery list\` names the id of each.`,
      );
    case 'no_endpoint':
      return new OperatorError(
        `The endpoint ${redelivered.endpointId} of ${deliveryId} was deleted, so nothing is delivered to it again.`,
      );
    case 'refused':
      return redelivered.refusal.code === 'endpoint_disabled'
        ? disabledEndpoint(deliveryId)
        : new OperatorError(
            `The player of ${deliveryId} withdrew user:webhook:subscribe, so the event is not delivered again.`,
          );
  }
}
