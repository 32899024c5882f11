import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { eventOf } from '../../webhooks/dispatch/domain/permission.ts';
import { noDelivery, redeliver, replay } from '../../webhooks/redeliver.ts';
import { operatorsAct, requireApplication } from '../actions/partners.ts';
import { type AdminHandlers, pageOf, readAfter, timeOf } from '../api/caller.ts';
import type * as Types from '../api/types.gen.ts';
import { findDelivery, listDeliveries } from '../store/deliveries.ts';

type Ids = 'deliveries.list' | 'deliveries.get' | 'deliveries.redeliver' | 'deliveries.replay';

/** The operations about webhook deliveries. */
export function deliveries(dependencies: Dependencies): AdminHandlers<Ids> {
  const { database, clock } = dependencies;
  return {
    'deliveries.list': async ({ query }) => {
      const { partner, endpointId, event, status, since, until, cursor, limit } = query;
      const application =
        partner === undefined ? undefined : await requireApplication(database, partner);
      const after = readAfter(cursor);
      const filter = {
        status,
        endpointId,
        eventType: event,
        applicationId: application?.id,
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
        before: after === undefined ? undefined : Number(after),
      };
      const found = await listDeliveries(database, filter, limit + 1);
      const { rows, nextCursor } = pageOf(found, limit, ({ order }) => String(order));
      return { status: 200, body: { deliveries: rows.map(summaryOf), nextCursor } };
    },

    'deliveries.get': async ({ path }) => ({
      status: 200,
      body: await show(dependencies, path.deliveryId),
    }),

    'deliveries.redeliver': async ({ path: { deliveryId } }) => {
      const request = { deliveryId, applicationId: null };
      await redeliver(dependencies, request, async (transaction, delivery) =>
        recordAudit(transaction, {
          ...operatorsAct(delivery.application_id, clock()),
          action: 'delivery.redelivered',
          memberId: delivery.member_id,
          details: { deliveryId },
        }),
      );
      return { status: 202, body: await show(dependencies, deliveryId) };
    },

    'deliveries.replay': async ({ path, body }) => {
      const { id: applicationId } = await requireApplication(database, path.clientId);
      const request = { applicationId, body };
      const queued = await replay(dependencies, request, async (transaction, count) =>
        recordAudit(transaction, {
          ...operatorsAct(applicationId, clock()),
          action: 'deliveries.replayed',
          details: { since: body.since, until: body.until, deliveries: count },
        }),
      );
      return { status: 202, body: { queued } };
    },
  };
}

async function show(
  { database }: Pick<Dependencies, 'database'>,
  deliveryId: string,
): Promise<Types.Delivery> {
  const found = await findDelivery(database, deliveryId);
  if (found === undefined) throw noDelivery(deliveryId);
  return {
    ...summaryOf(found),
    eventId: found.eventId,
    maxAttempts: found.maxAttempts,
    lastAttemptAt: timeOf(found.lastAttemptAt),
    completedAt: timeOf(found.completedAt),
    responseBody: found.responseBody,
    payload: eventOf(found.event, found.payload) as Types.Delivery['payload'],
  };
}

type Listed = Awaited<ReturnType<typeof listDeliveries>>[number];

function summaryOf(delivery: Listed): Types.DeliverySummary {
  return {
    deliveryId: delivery.deliveryId,
    clientId: delivery.clientId,
    endpointId: delivery.endpointId,
    event: delivery.event,
    status: delivery.status,
    url: delivery.url,
    attempts: delivery.attempts,
    statusCode: delivery.statusCode,
    errorMessage: delivery.errorMessage,
    createdAt: timeOf(delivery.createdAt),
    nextAttemptAt: timeOf(delivery.nextAttemptAt),
  };
}
