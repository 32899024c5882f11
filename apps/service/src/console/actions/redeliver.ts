import { recordAudit } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/periodic-task.ts';
import { DELIVERY_RETENTION } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  MAX_REPLAYED,
  type Redelivered,
  type Replayed,
  type ReplayRequest,
  redeliver,
  replay,
} from '../../webhooks/redeliver.ts';
import { OperatorError } from '../terminal.ts';
import { operatorsAct, requireApplication } from './partners.ts';

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
      if (redelivered.outcome !== 'queued') throw redeliveryRefusal(redelivered, deliveryId);
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

function redeliveryRefusal(
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

/** Which deliveries of a partner to make again. */
export interface ReplayOptions {
  since: Date;
  until?: Date | undefined;
  event?: string[] | undefined;
  endpoint?: string | undefined;
  status: ReplayRequest['status'];
}

/**
 * Queues the deliveries that a partner missed in a time, and gives how many.
 * @throws OperatorError where none can be sent, or they are too many for once.
 */
export async function replayOf(
  { database, clock, configuration }: Dependencies,
  clientId: string,
  { since, until, event, endpoint, status }: ReplayOptions,
): Promise<number> {
  if (until !== undefined && until <= since) {
    throw new OperatorError(
      'The end is not after the beginning. Leave it out, or give a later time.',
      { field: 'until' },
    );
  }
  const application = await requireApplication(database, clientId);
  const now = clock();
  return await retryOnContention(() =>
    database.transaction().execute(async (transaction) => {
      const replayed = await replay(transaction, {
        applicationId: application.id,
        endpointId: endpoint,
        createdSince: new Date(now.getTime() - DELIVERY_RETENTION),
        since,
        until,
        eventTypes: event,
        status,
        retrySchedule: configuration.webhookRetrySchedule,
        now,
      });
      if (replayed.outcome !== 'queued') throw replayRefusal(replayed, clientId);
      const { deliveries } = replayed;
      await recordAudit(transaction, {
        ...operatorsAct(application.id, now),
        action: 'deliveries.replayed',
        details: { since, until, deliveries },
      });
      return deliveries;
    }),
  );
}

function replayRefusal(
  replayed: Exclude<Replayed, { outcome: 'queued' }>,
  clientId: string,
): OperatorError {
  switch (replayed.outcome) {
    case 'too_many':
      return new OperatorError(
        `These are more than ${MAX_REPLAYED} deliveries, and none was queued. Give a shorter time.`,
      );
    case 'no_endpoint':
      return new OperatorError(`${clientId} has no such endpoint, so there is nowhere to send.`);
    case 'disabled':
      return disabledEndpoint(clientId);
  }
}

/** Refuses to send what goes to an endpoint that is disabled. */
function disabledEndpoint(what: string): OperatorError {
  return new OperatorError(
    `The endpoint of ${what} is disabled. The partner enables it by setting it again; try once more then.`,
  );
}
