import type { Handler } from '@partner-rating/server';
import { DELIVERY_RETENTION } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readPosition, toPage } from '../../platform/paging.ts';
import { toDeliveryView } from '../domain/views.ts';
import {
  countDeliveries,
  type DeliveryFilter,
  findConsents,
  findDeliveries,
} from '../store/deliveries.ts';

export function listDeliveries({
  database,
  clock,
}: Dependencies): Handler<'webhooks.listDeliveries', Caller> {
  return async ({ query }, { principal }) => {
    const { limit = 20, offset = 0, status = 'all' } = query;
    const before = readPosition(query);
    const filter: DeliveryFilter = {
      applicationId: principal.applicationId,
      createdSince: new Date(clock().getTime() - DELIVERY_RETENTION),
      endpointId: query.endpointId ?? null,
      eventType: query.event ?? null,
      status: status === 'all' ? null : status,
    };
    const [rows, total] = await Promise.all([
      findDeliveries(database, filter, { before, offset, limit: limit + 1 }),
      countDeliveries(database, filter),
    ]);
    const page = toPage(rows, limit, (row) => row.delivery_order);
    // After the deliveries, so that a consent that ended between the two statements counts.
    const memberIds = page.rows.map((row) => row.member_id);
    const consentOf = await findConsents(database, principal.applicationId, memberIds);
    const deliveries = page.rows.map((row) => toDeliveryView(row, consentOf(row.member_id)));
    return { status: 200, body: { deliveries, total, nextCursor: page.nextCursor } };
  };
}
