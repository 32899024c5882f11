import { recordAudit } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/retry-on-contention.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { DELIVERY_RETENTION } from '../../retention/domain/periods.ts';
import { MAX_REPLAYED, type Replayed, type ReplayRequest, replay } from '../../webhooks/replay.ts';
import { operatorsAct, requireApplication } from '../partner/partners.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { disabledEndpoint } from './disabled-endpoint.ts';

/** Which deliveries of a partner to make again. */
export interface ReplayOptions {
  since: Date;
  until?: Date;
  event?: string[];
  endpoint?: string;
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
      if (replayed.outcome !== 'queued') throw refusalOf(replayed, clientId);
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

function refusalOf(
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
