import type { Handler } from '@partner-rating/server';
import { DELIVERY_RETENTION } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readPosition, toPage } from '../../platform/paging.ts';
import { toDeliveryView } from '../domain/views.ts';
import { countDeliveries, type DeliveryFilter, findDeliveries } from '../store/deliveries.ts';

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
    return {
      status: 200,
      body: { deliveries: page.rows.map(toDeliveryView), total, nextCursor: page.nextCursor },
    };
  };
}
