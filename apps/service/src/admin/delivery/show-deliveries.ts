import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { eventOf } from '../../webhooks/dispatch/domain/permission.ts';
import { requireApplication } from '../partner/partners.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import type { ShownDelivery } from './delivery-text.ts';
import { type DeliveryStatus, findDelivery, listDeliveries } from './store/deliveries.ts';

/** Which deliveries an operator asks for. */
export interface DeliveryOptions {
  /** The `client_id` of whose they are. */
  partner?: string;
  status?: DeliveryStatus;
  event?: string;
  endpoint?: string;
  since?: Date;
  until?: Date;
  /** Goes on after the delivery with this id. */
  before?: string;
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
