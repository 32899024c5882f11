import type { eventOf } from '../../webhooks/dispatch/domain/permission.ts';
import type { findDelivery, listDeliveries } from './store/deliveries.ts';

type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>[number];
type FoundDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

/** A delivery with what was sent, as an operator is shown it. */
export interface ShownDelivery extends Omit<FoundDelivery, 'order' | 'payload'> {
  /** Null where it was forgotten, since its player withdrew consent. */
  payload: ReturnType<typeof eventOf>;
}

/** A delivery on one line. */
export function lineOfDelivery(delivery: ListedDelivery): string {
  const { deliveryId, createdAt, clientId, event, status, attempts } = delivery;
  const known = [answerOf(delivery), nextOf(delivery)].filter((one) => one !== null);
  const made = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return [deliveryId, createdAt.toISOString(), clientId, event, status, made, ...known].join('  ');
}

/** A delivery on lines of their own, with the event that is sent last. */
export function linesOfDelivery(delivery: ShownDelivery): string[] {
  const { responseBody, completedAt, lastAttemptAt, payload } = delivery;
  const lines: [label: string, value: string | null][] = [
    ['Delivery', delivery.deliveryId],
    ['Partner', delivery.clientId],
    ['Event', `${delivery.event}, ${delivery.eventId}`],
    ['Endpoint', `${delivery.endpointId}, ${delivery.url}`],
    ['Status', delivery.status],
    ['Written', delivery.createdAt.toISOString()],
    ['Attempts', `${delivery.attempts} of ${delivery.maxAttempts}`],
    ['Last attempt', lastAttemptAt?.toISOString() ?? 'none yet'],
    ['Next attempt', delivery.nextAttemptAt?.toISOString() ?? null],
    ['Ended', completedAt?.toISOString() ?? null],
    ['Answer', answerOf(delivery)],
    ['Answered', responseBody],
    ['Sent', payload === null ? 'forgotten: the player withdrew consent' : JSON.stringify(payload)],
  ];
  return lines
    .filter(([, value]) => value !== null)
    .map(([label, value]) => `${label.padEnd(14)}${value}`);
}

function answerOf({
  statusCode,
  errorMessage,
}: Pick<ListedDelivery, 'statusCode' | 'errorMessage'>) {
  const known = [statusCode, errorMessage].filter((one) => one !== null);
  return known.length === 0 ? null : known.join(' ');
}

function nextOf({ nextAttemptAt }: Pick<ListedDelivery, 'nextAttemptAt'>): string | null {
  return nextAttemptAt === null ? null : `next ${nextAttemptAt.toISOString()}`;
}
