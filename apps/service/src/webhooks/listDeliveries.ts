import { type Handler, type OperationRequest, ProblemError } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import { decodeCursor, encodeCursor } from './domain/delivery-cursor.ts';
import { toDeliveryView } from './domain/delivery-view.ts';
import { countDeliveries, type DeliveryFilter, findDeliveries } from './store/delivery-log.ts';

type Query = OperationRequest<'webhooks.listDeliveries'>['query'];

const KEPT_DAYS = 30;

export function listDeliveries({
  database,
  clock,
}: Dependencies): Handler<'webhooks.listDeliveries', Caller> {
  return async ({ query }, { principal }) => {
    const { limit = 20, offset = 0, status = 'all' } = query;
    const before = findPlace(query);
    const filter: DeliveryFilter = {
      applicationId: principal.applicationId,
      createdSince: new Date(clock().getTime() - KEPT_DAYS * 24 * 60 * 60 * 1_000),
      eventType: query.event ?? null,
      status: status === 'all' ? null : status,
    };
    // One more than asked for tells whether there is another page.
    const [rows, total] = await Promise.all([
      findDeliveries(database, filter, { before, offset, limit: limit + 1 }),
      countDeliveries(database, filter),
    ]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const nextCursor =
      rows.length > limit && last !== undefined ? encodeCursor(last.delivery_order) : null;
    return { status: 200, body: { deliveries: page.map(toDeliveryView), total, nextCursor } };
  };
}

function findPlace({ cursor, offset }: Query): number | null {
  if (cursor === undefined) return null;
  if (offset !== undefined) {
    throw refuse('offset', 'not_with_cursor', 'Send cursor or offset, not both.');
  }
  const place = decodeCursor(cursor);
  if (place !== null) return place;
  throw refuse('cursor', 'invalid_cursor', 'Send nextCursor of the page before, unchanged.');
}

function refuse(parameter: string, code: string, detail: string): ProblemError {
  return new ProblemError('validation_failed', {
    errors: [{ pointer: `/query/${parameter}`, code, detail }],
  });
}
