import {
  type FaultItem,
  type Handler,
  type OperationRequest,
  ProblemError,
} from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { DELIVERY_RETENTION } from '../../retention/domain/periods.ts';
import { SENT_WITHOUT_CONSENT } from '../../webhooks/dispatch/domain/permission.ts';
import { nextAttemptAt } from '../../webhooks/dispatch/domain/retry-schedule.ts';
import { defaultEndpoint } from '../../webhooks/domain/endpoint-key.ts';
import { eventFaults } from '../../webhooks/domain/event-faults.ts';
import { EVENT_TYPES } from '../../webhooks/domain/event-types.ts';
import { refusalOfDisabled } from '../../webhooks/domain/redelivery.ts';
import { noEndpoint } from '../../webhooks/no-endpoint.ts';
import { findEndpoints } from '../../webhooks/store/endpoints.ts';
import { lockEnded, requeueAll } from '../../webhooks/store/replay.ts';

type Input = OperationRequest<'webhooks.replay'>['body'];

// As many as are requeued in a second, while nobody else's deliveries wait.
const MAX_DELIVERIES = 10_000;

export function replay({
  database,
  clock,
  configuration,
}: Dependencies): Handler<'webhooks.replay', Caller, FastifyRequest> {
  const { webhookRetrySchedule: retrySchedule } = configuration;

  return async ({ body }, { principal, raw }) => {
    const errors = [...periodFaults(body), ...eventFaults(body.events)];
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
    const { applicationId } = principal;
    const now = clock();
    return await database.transaction().execute(async (transaction) => {
      const endpointIds = await findEnabled(transaction, applicationId, body.endpointId);
      const filter = { applicationId, endpointIds, ...filterOf(body, now) };
      const ids = await lockEnded(transaction, filter, MAX_DELIVERIES + 1);
      if (ids.length > MAX_DELIVERIES) throw tooMany();
      await requeueAll(transaction, ids, {
        maxAttempts: retrySchedule.length,
        nextAttemptAt: nextAttemptAt({ now, attempts: 0, retrySchedule, random: 0 }) ?? now,
      });
      const answer = { status: 202 as const, body: { queued: ids.length } };
      await storeIdempotentAnswer(raw, transaction, answer);
      return answer;
    });
  };
}

/** The enabled one of the endpoint that is named, or of all. */
async function findEnabled(
  transaction: DatabaseTransaction,
  applicationId: string,
  endpointId: string | undefined,
): Promise<string[]> {
  const endpoints = (await findEndpoints(transaction, applicationId)).filter(
    ({ id }) => (endpointId ?? id) === id,
  );
  const enabled = endpoints.filter(({ status }) => status === 'enabled');
  if (enabled.length > 0) return enabled.map(({ id }) => id);
  const [disabled] = endpoints;
  if (disabled !== undefined) {
    const { code, detail } = refusalOfDisabled(disabled);
    throw new ProblemError(code, { detail });
  }
  const { endpointId: defaultId } = defaultEndpoint(applicationId);
  throw noEndpoint({ applicationId, endpointId: endpointId ?? defaultId });
}

function filterOf(
  { since, until, events = [...EVENT_TYPES], status = 'failed' }: Input,
  now: Date,
) {
  const oldest = now.getTime() - DELIVERY_RETENTION;
  return {
    since: new Date(Math.max(oldest, Date.parse(since))),
    until: until === undefined ? null : new Date(Math.max(oldest, Date.parse(until))),
    // A test is over once it is sent: what it says is of that moment.
    eventTypes: events.filter((type) => type !== 'webhook.test'),
    statuses: status === 'all' ? (['success', 'failed'] as const) : [status],
    withoutConsent: SENT_WITHOUT_CONSENT,
  };
}

function periodFaults({ since, until }: Input): FaultItem[] {
  if (until === undefined || Date.parse(since) < Date.parse(until)) return [];
  const detail = `until is not after since, ${since}. Leave it out, or send a later time.`;
  return [{ pointer: '/until', code: 'end_before_start', detail }];
}

function tooMany(): ProblemError {
  const detail = `These are more than ${MAX_DELIVERIES} deliveries, and none was queued. Ask for a shorter time, with until.`;
  return new ProblemError('validation_failed', {
    errors: [{ pointer: '/since', code: 'too_many_deliveries', detail }],
  });
}
