// Sends webhook deliveries again: one delivery, or all that ended in a period.

import { type ErrorItem, ProblemError } from '@partner-rating/server';
import { retryOnContention } from '../platform/concurrency/periodic-task.ts';
import { DELIVERY_RETENTION } from '../platform/configuration/configuration.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { currentTraceparent } from '../platform/telemetry/tracing.ts';
import { nextAttemptAt } from './dispatch/domain/attempt-result.ts';
import { type Consent, SENT_WITHOUT_CONSENT } from './dispatch/domain/permission.ts';
import { EVENT_TYPES, eventErrors } from './domain/endpoint-address.ts';
import { planRedelivery, refusalOfDisabled, refuseRedelivery } from './domain/views.ts';
import { type DeliveryRow, findConsents } from './store/deliveries.ts';
import { findEndpoint, findEndpoints } from './store/endpoints.ts';
import {
  expediteDelivery,
  lockDelivery,
  lockEnded,
  requeueAll,
  requeueDelivery,
} from './store/redelivery.ts';

type RedeliverDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

/** A delivery that was queued again, and what its player allows. */
export interface Redelivered {
  delivery: DeliveryRow;
  consent: Consent | null;
}

/**
 * Queues one delivery again, for the present settings of its endpoint, if consent and the endpoint allow it.
 * @param applicationId The application that must own it; null for an operator, who may resend any delivery.
 * @param beforeCommit Called at the end of the transaction.
 * @throws ProblemError if the delivery or its endpoint does not exist, or if it may not be sent.
 */
export async function redeliver(
  { database, clock, configuration }: RedeliverDependencies,
  { deliveryId, applicationId }: { deliveryId: string; applicationId: string | null },
  beforeCommit: (transaction: DatabaseTransaction, redelivered: Redelivered) => Promise<void>,
): Promise<Redelivered> {
  const now = clock();
  const createdSince = new Date(now.getTime() - DELIVERY_RETENTION);
  return await retryOnContention(() =>
    database.transaction().execute(async (transaction) => {
      const delivery = await lockDelivery(transaction, { deliveryId, applicationId, createdSince });
      if (delivery === null) throw noDelivery(deliveryId);
      const key = { applicationId: delivery.application_id, endpointId: delivery.endpoint_id };
      const endpoint = await findEndpoint(transaction, key);
      if (endpoint === null) throw endpointGone(deliveryId, key.endpointId);
      const memberId = delivery.member_id;
      const consentOf = await findConsents(transaction, key.applicationId, [memberId]);
      const consent = consentOf(memberId);
      const refusal = refuseRedelivery({ delivery, endpoint, consent });
      if (refusal !== null) throw new ProblemError(refusal.code, { detail: refusal.detail });
      const queue = { url: endpoint.url, retrySchedule: configuration.webhookRetrySchedule, now };
      const queued = { delivery: await queueDelivery(transaction, delivery, queue), consent };
      await beforeCommit(transaction, queued);
      return queued;
    }),
  );
}

export function noDelivery(deliveryId: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `There is no delivery ${deliveryId} of the last 30 days. List the deliveries to find it.`,
  });
}

function endpointGone(deliveryId: string, endpointId: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `The endpoint ${endpointId} of ${deliveryId} was deleted, so nothing is sent to it again.`,
  });
}

async function queueDelivery(
  transaction: DatabaseTransaction,
  delivery: DeliveryRow,
  { url, retrySchedule, now }: { url: string; retrySchedule: readonly number[]; now: Date },
): Promise<DeliveryRow> {
  switch (planRedelivery(delivery, now)) {
    case 'requeue':
      return await requeueDelivery(transaction, delivery.id, {
        url,
        maxAttempts: retrySchedule.length,
        nextAttemptAt: nextAttemptAt({ now, attempts: 0, retrySchedule, random: 0 }) ?? now,
        traceparent: currentTraceparent(),
      });
    case 'expedite':
      return await expediteDelivery(transaction, delivery.id, { url, nextAttemptAt: now });
    case 'noop':
      return delivery;
  }
}

// This many are requeued in a second. The deliveries of others wait for that time.
const MAX_REPLAYED = 10_000;

export interface ReplayRequest {
  applicationId: string;
  /** Selects the deliveries, with the names of the contract. */
  body: {
    since: string;
    until?: string | undefined;
    /** All endpoints by default. */
    endpointId?: string | undefined;
    /** All types by default. */
    events?: readonly string[] | undefined;
    status?: 'success' | 'failed' | 'all' | undefined;
  };
}

/**
 * Queues again all deliveries that ended in a period, or none if there are too many.
 * @param beforeCommit Called at the end of the transaction with the number of queued deliveries.
 * @throws ProblemError if the period is invalid, no endpoint is enabled, or there are too many deliveries.
 */
export async function replay(
  { database, clock, configuration }: RedeliverDependencies,
  { applicationId, body }: ReplayRequest,
  beforeCommit: (transaction: DatabaseTransaction, queued: number) => Promise<void>,
): Promise<number> {
  const errors = [...periodErrors(body), ...eventErrors(body.events)];
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
  const { webhookRetrySchedule: retrySchedule } = configuration;
  const now = clock();
  return await retryOnContention(() =>
    database.transaction().execute(async (transaction) => {
      const endpointIds = await findEnabled(transaction, applicationId, body.endpointId);
      const filter = filterOf({ applicationId, body }, endpointIds, now);
      const ids = await lockEnded(transaction, filter, MAX_REPLAYED + 1);
      if (ids.length > MAX_REPLAYED) throw tooMany();
      await requeueAll(transaction, ids, {
        maxAttempts: retrySchedule.length,
        nextAttemptAt: nextAttemptAt({ now, attempts: 0, retrySchedule, random: 0 }) ?? now,
        traceparent: currentTraceparent(),
      });
      await beforeCommit(transaction, ids.length);
      return ids.length;
    }),
  );
}

/** Returns the ids of the enabled endpoints. */
async function findEnabled(
  transaction: DatabaseTransaction,
  applicationId: string,
  endpointId: string | undefined,
): Promise<string[]> {
  const all = await findEndpoints(transaction, applicationId);
  const endpoints = all.filter(({ id }) => (endpointId ?? id) === id);
  const [endpoint] = endpoints;
  if (endpoint === undefined) {
    const named = endpointId === undefined ? 'to send to' : endpointId;
    throw new ProblemError('not_found', { detail: `There is no webhook endpoint ${named}.` });
  }
  const enabled = endpoints.filter(({ status }) => status === 'enabled').map(({ id }) => id);
  if (enabled.length > 0) return enabled;
  const { code, detail } = refusalOfDisabled(endpoint);
  throw new ProblemError(code, { detail });
}

function periodErrors({ since, until }: ReplayRequest['body']): ErrorItem[] {
  if (until === undefined || Date.parse(since) < Date.parse(until)) return [];
  const detail = `until is not after since, ${since}. Leave it out, or send a later time.`;
  return [{ pointer: '/until', code: 'end_before_start', detail }];
}

function tooMany(): ProblemError {
  const detail = `These are more than ${MAX_REPLAYED} deliveries, and none was queued. Ask for a shorter time, with until.`;
  return new ProblemError('validation_failed', {
    errors: [{ pointer: '/since', code: 'too_many_deliveries', detail }],
  });
}

function filterOf(
  { applicationId, body: { since, until, events, status = 'failed' } }: ReplayRequest,
  endpointIds: readonly string[],
  now: Date,
) {
  const oldest = now.getTime() - DELIVERY_RETENTION;
  const withinRetention = (time: string) => new Date(Math.max(Date.parse(time), oldest));
  return {
    applicationId,
    endpointIds,
    since: withinRetention(since),
    until: until === undefined ? null : withinRetention(until),
    // A test is only about the moment when it was sent.
    eventTypes: (events ?? EVENT_TYPES).filter((type) => type !== 'webhook.test'),
    statuses: status === 'all' ? (['success', 'failed'] as const) : [status],
    withoutConsent: SENT_WITHOUT_CONSENT,
  };
}
