import type { Database } from '../../platform/database/schema.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { shownEvent } from '../../webhooks/dispatch/domain/permission.ts';
import { noDelivery, redeliver, replay } from '../../webhooks/redeliver.ts';
import { findConsents } from '../../webhooks/store/deliveries.ts';
import { recordAct } from '../actions/audited.ts';
import { applicationIdOf, requireApplication } from '../actions/partners.ts';
import {
  type AdminHandlers,
  dateOf,
  type IdsOf,
  numberKey,
  readPage,
  viewOf,
} from '../api/handlers.ts';
import type * as Types from '../api/types.gen.ts';
import { findDelivery, listDeliveries } from '../store/deliveries.ts';

/** The operations about webhook deliveries. */
export const deliveries: AdminHandlers<IdsOf<'deliveries'>> = {
  'deliveries.list': async ({ database }, { query }) => {
    const { partner, event: eventType, since, until, cursor, limit, ...filter } = query;
    const applicationId = await applicationIdOf(database, partner);
    const { rows, nextCursor } = await readPage(
      { cursor, limit },
      numberKey(Number.MAX_SAFE_INTEGER),
      async (part) =>
        await listDeliveries(
          database,
          {
            ...filter,
            eventType,
            applicationId,
            since: dateOf(since),
            until: dateOf(until),
            before: part.after,
          },
          part.limit,
        ),
      ({ order }) => String(order),
    );
    const deliveries = rows.map(({ order: _, ...delivery }) => viewOf(delivery));
    return { status: 200, body: { deliveries, nextCursor } };
  },

  'deliveries.get': async ({ database }, { path }) => ({
    status: 200,
    body: await show(database, path.deliveryId),
  }),

  'deliveries.redeliver': async (dependencies, { path: { deliveryId } }, { raw }) => {
    const { database, clock } = dependencies;
    const answer = async (read: Database) =>
      ({ status: 202, body: await show(read, deliveryId) }) as const;
    const request = { deliveryId, applicationId: null };
    await redeliver(dependencies, request, async (transaction, { delivery }) => {
      const { application_id: applicationId, member_id: memberId } = delivery;
      const subject = { applicationId, memberId, details: { deliveryId } };
      await recordAct(transaction, clock(), 'delivery.redelivered', subject);
      await storeIdempotentAnswer(raw, transaction, await answer(transaction));
    });
    return await answer(database);
  },

  'deliveries.replay': async (dependencies, { path, body }, { raw }) => {
    const { database, clock } = dependencies;
    const answerOf = (queued: number) => ({ status: 202, body: { queued } }) as const;
    const { id: applicationId } = await requireApplication(database, path.clientId);
    const request = { applicationId, body };
    const all = await replay(dependencies, request, async (transaction, queued) => {
      const details = { since: body.since, until: body.until, deliveries: queued };
      await recordAct(transaction, clock(), 'deliveries.replayed', { applicationId, details });
      await storeIdempotentAnswer(raw, transaction, answerOf(queued));
    });
    return answerOf(all);
  },
};

async function show(database: Database, deliveryId: string): Promise<Types.Delivery> {
  const found = await findDelivery(database, deliveryId);
  if (found === undefined) throw noDelivery(deliveryId);
  const { order: _, applicationId, memberId, ...delivery } = found;
  const consentOf = await findConsents(database, applicationId, [memberId]);
  const event = shownEvent({ ...delivery, eventType: delivery.event }, consentOf(memberId));
  return viewOf({ ...delivery, payload: event as Types.Delivery['payload'] });
}
