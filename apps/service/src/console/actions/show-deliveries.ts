import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { eventOf } from '../../webhooks/dispatch/domain/permission.ts';
import { type DeliveryStatus, findDelivery, listDeliveries } from '../store/deliveries.ts';
import { labelled, OperatorError } from '../terminal.ts';
import { requireApplication } from './partners.ts';

/** Which deliveries an operator asks for. */
export interface DeliveryOptions {
  /** The `client_id` of whose they are. */
  partner?: string | undefined;
  status?: DeliveryStatus | undefined;
  event?: string | undefined;
  endpoint?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** Goes on after the delivery with this id. */
  before?: string | undefined;
}

type OpenDatabase = Pick<Dependencies, 'database'>;

/**
 * Deliveries, the last written first.
 * @throws OperatorError where there is no such partner, or no delivery to go on after.
 */
export async function findDeliveries(
  dependencies: OpenDatabase,
  { partner, endpoint, event, before, ...filter }: DeliveryOptions,
  limit: number,
) {
  const { database } = dependencies;
  const application =
    partner === undefined ? undefined : await requireApplication(database, partner);
  const last = before === undefined ? undefined : await requireDelivery(dependencies, before);
  const narrowed = {
    ...filter,
    applicationId: application?.id,
    endpointId: endpoint,
    eventType: event,
    before: last?.order,
  };
  return await listDeliveries(database, narrowed, limit);
}

/**
 * A delivery with what was sent and what was answered.
 * @throws OperatorError where there is none.
 */
export async function showDelivery(
  dependencies: OpenDatabase,
  deliveryId: string,
): Promise<ShownDelivery> {
  const { order, payload, ...found } = await requireDelivery(dependencies, deliveryId);
  return { ...found, payload: eventOf(found.event, payload) };
}

async function requireDelivery({ database }: OpenDatabase, deliveryId: string) {
  const delivery = await findDelivery(database, deliveryId);
  if (delivery !== undefined) return delivery;
  throw new OperatorError(
    `There is no delivery ${deliveryId}. \`delivery list\` names the id of each of the last 30 days.`,
  );
}

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
  return labelled([
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
  ]);
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
