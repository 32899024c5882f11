import type { listDeliveries } from '../admin/delivery/store/deliveries.ts';
import type { Shown } from '../platform/pages/render-operator.ts';
import { at, textOf } from './domain/shown.ts';

type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>[number];

export const deliveryColumns = ['Written', 'Event', 'Partner', 'Status', 'Attempts', 'Answer'];

/** A delivery as a row of a table; its moment leads to it. */
export function deliveryRow(delivery: ListedDelivery): Shown[] {
  const { deliveryId, createdAt, event, clientId, attempts } = delivery;
  return [
    { text: textOf(at(createdAt)), href: `/operator/deliveries/${deliveryId}` },
    event,
    { text: clientId, href: `/operator/partners/${clientId}` },
    deliveryStatus(delivery),
    String(attempts),
    answerOf(delivery),
  ];
}

export function deliveryStatus({ status }: Pick<ListedDelivery, 'status'>): Shown {
  const tones = { success: 'good', failed: 'bad', pending: 'quiet' } as const;
  return { text: status, tone: tones[status] };
}

/** The status and the error that came back last; what else there was stands in the delivery. */
export function answerOf({
  statusCode,
  errorMessage,
}: Pick<ListedDelivery, 'statusCode' | 'errorMessage'>): string {
  return [statusCode, errorMessage].filter((one) => one !== null).join(' ') || 'none yet';
}
