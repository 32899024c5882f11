// Makes one attempt at a webhook delivery, and records the outcome.

import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Database } from '../../platform/database/schema.ts';
import { logFailure } from '../../platform/database/unreachable.ts';
import type { SecretSealing } from '../../platform/secrets/sealing.ts';
import { traced } from '../../platform/telemetry/tracing.ts';
import { disableEndpoint, markFailing, type TriedEndpoint } from '../store/endpoints.ts';
import { type AttemptOutcome, type AttemptResult, judgeOutcome } from './domain/attempt-result.ts';
import { permit } from './domain/permission.ts';
import { deliveryHeaders } from './domain/signing.ts';
import { AddressRefusedError } from './receiver-pools.ts';
import { type OutgoingMessage, type SendTools, send } from './send.ts';
import { openSigningSecrets } from './signing-secrets.ts';
import { type ClaimedDelivery, type FinishedAttempt, giveUpDelivery } from './store/attempts.ts';

export interface AttemptTools extends SendTools {
  database: Database;
  clock: () => Date;
  /** From 0 to 1, for the jitter of retries. */
  random: () => number;
  retrySchedule: readonly number[];
  sealing: SecretSealing;
  /** Records an attempt; false if its lease was lost. */
  record: (attempt: FinishedAttempt) => Promise<boolean>;
  log: AttemptLog;
}

export interface AttemptLog {
  debug: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

const DISABLED_AFTER_DAYS = 5;

/** The outcome of an attempt at a claimed delivery; `given_up` if the delivery ended without an attempt. */
export type AttemptEnd =
  | 'success'
  | 'error_status'
  | 'no_answer'
  | 'refused'
  | 'fault'
  | 'lease_lost'
  | 'given_up';

/** Makes one attempt at a claimed delivery, or ends the delivery if it may no longer be sent. */
export async function attempt(delivery: ClaimedDelivery, tools: AttemptTools): Promise<AttemptEnd> {
  const span = {
    name: 'webhook delivery',
    kind: 'client',
    parent: delivery.traceparent,
    attributes: {
      'partner_rating.delivery_id': delivery.id,
      'partner_rating.event_type': delivery.eventType,
      'partner_rating.application_id': delivery.applicationId,
      'partner_rating.attempt': delivery.attempts + 1,
    },
  } as const;
  return await traced(span, async (annotate) => {
    const end = await makeAttempt(delivery, tools);
    annotate({ 'partner_rating.outcome': end });
    return end;
  });
}

async function makeAttempt(delivery: ClaimedDelivery, tools: AttemptTools): Promise<AttemptEnd> {
  const { database, clock, log } = tools;
  const permission = permit(delivery);
  if (!permission.allowed) {
    const { reason, payload } = permission;
    await giveUpDelivery(database, delivery, { reason, payload, now: clock() });
    log.debug({ deliveryId: delivery.id, reason }, 'A webhook delivery was given up.');
    return 'given_up';
  }

  const { endpoint, payload } = permission;
  const startedAt = clock();
  const outcome = await post(delivery, tools, async () => {
    const { applicationId } = delivery;
    const secrets = await openSigningSecrets(applicationId, endpoint, startedAt, tools.sealing);
    return {
      url: endpoint.url,
      headers: deliveryHeaders({ id: delivery.eventId, timestamp: startedAt, payload }, secrets),
      payload,
    };
  });

  const finishedAt = clock();
  const { endpoint: verdict, ...result } = judgeOutcome(outcome, {
    now: finishedAt,
    attempts: delivery.attempts,
    retrySchedule: tools.retrySchedule,
    random: tools.random(),
    timeoutSeconds: tools.timeoutMilliseconds / 1_000,
  });
  const maxAttempts = Math.max(tools.retrySchedule.length, delivery.attempts + 1);
  const attempted = { delivery, url: endpoint.url, payload, maxAttempts, startedAt, finishedAt };
  const recorded = await tools.record({ ...result, ...attempted });
  if (!recorded) {
    log.warn(
      { deliveryId: delivery.id },
      'A webhook attempt took longer than its lease. Another instance may have the delivery.',
    );
    return 'lease_lost';
  }
  log.debug(
    { deliveryId: delivery.id, outcome: outcome.kind, statusCode: result.statusCode },
    'A webhook attempt was made.',
  );
  const { applicationId, endpointId } = delivery;
  const tried = { applicationId, endpointId, url: endpoint.url };
  try {
    await updateEndpoint(database, tried, verdict, finishedAt);
  } catch (error) {
    // The next attempt will have the same result.
    logFailure(
      log,
      { deliveryId: delivery.id, err: error },
      'The state of an endpoint could not be updated.',
    );
  }
  return endOf(outcome, result.status);
}

function endOf({ kind }: AttemptOutcome, status: AttemptResult['status']): AttemptEnd {
  if (status === 'success') return 'success';
  if (kind === 'answered') return 'error_status';
  return kind === 'unanswered' ? 'no_answer' : kind;
}

async function post(
  delivery: ClaimedDelivery,
  tools: AttemptTools,
  compose: () => Promise<OutgoingMessage>,
): Promise<AttemptOutcome> {
  let message: OutgoingMessage;
  try {
    message = await compose();
  } catch (error) {
    tools.log.error({ deliveryId: delivery.id, err: error }, 'A webhook could not be signed.');
    return { kind: 'fault' };
  }
  try {
    return { kind: 'answered', ...(await send(message, tools)) };
  } catch (error) {
    // Only the operator reads the cause. Partners read the same text for each cause.
    tools.log.debug({ deliveryId: delivery.id, err: error }, 'A webhook attempt had no answer.');
    return { kind: error instanceof AddressRefusedError ? 'refused' : 'unanswered' };
  }
}

async function updateEndpoint(
  database: Database,
  tried: TriedEndpoint,
  verdict: AttemptResult['endpoint'],
  now: Date,
): Promise<void> {
  if (verdict === 'fails') {
    const daysAgo = new Date(now.getTime() - DISABLED_AFTER_DAYS * 24 * 60 * 60 * 1_000);
    await markFailing(database, tried, { now, quietSince: daysAgo });
    await disable(database, tried, {
      now,
      reason: `Every attempt of the last ${DISABLED_AFTER_DAYS} days failed.`,
      failingSince: daysAgo,
    });
  }
  if (verdict === 'gone') {
    const reason = `The endpoint answered 410 Gone on ${now.toISOString()}.`;
    await disable(database, tried, { now, reason, failingSince: null });
  }
}

async function disable(
  database: Database,
  tried: TriedEndpoint,
  disabling: Parameters<typeof disableEndpoint>[2],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await disableEndpoint(transaction, tried, disabling))) return;
    await recordAudit(transaction, {
      occurredAt: disabling.now,
      actor: 'service',
      action: 'webhook.disabled',
      applicationId: tried.applicationId,
      memberId: null,
      details: { endpointId: tried.endpointId, url: tried.url, reason: disabling.reason },
    });
  });
}
