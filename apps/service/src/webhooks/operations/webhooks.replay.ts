import {
  type FaultItem,
  type Handler,
  type OperationRequest,
  ProblemError,
} from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { retryOnContention } from '../../platform/concurrency/periodic-task.ts';
import { DELIVERY_RETENTION } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { eventFaults } from '../domain/endpoint-address.ts';
import { refusalOfDisabled } from '../domain/views.ts';
import { noEndpoint } from '../endpoints.ts';
import {
  MAX_REPLAYED,
  type Replayed,
  type ReplayRequest,
  replay as replayDeliveries,
} from '../redeliver.ts';

type Input = OperationRequest<'webhooks.replay'>['body'];

export function replay({
  database,
  clock,
  configuration,
}: Dependencies): Handler<'webhooks.replay', Caller, FastifyRequest> {
  const { webhookRetrySchedule: retrySchedule } = configuration;

  return async ({ body }, { principal, raw }) => {
    const errors = [...periodFaults(body), ...eventFaults(body.events)];
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
    const now = clock();
    const request: ReplayRequest = {
      applicationId: principal.applicationId,
      endpointId: body.endpointId,
      createdSince: new Date(now.getTime() - DELIVERY_RETENTION),
      since: new Date(body.since),
      until: body.until === undefined ? undefined : new Date(body.until),
      eventTypes: body.events,
      status: body.status ?? 'failed',
      retrySchedule,
      now,
    };
    return await retryOnContention(() =>
      database.transaction().execute(async (transaction) => {
        const replayed = await replayDeliveries(transaction, request);
        if (replayed.outcome !== 'queued') throw refusalOf(replayed, request);
        const answer = { status: 202 as const, body: { queued: replayed.deliveries } };
        await storeIdempotentAnswer(raw, transaction, answer);
        return answer;
      }),
    );
  };
}

function refusalOf(
  replayed: Exclude<Replayed, { outcome: 'queued' }>,
  { endpointId }: ReplayRequest,
): ProblemError {
  switch (replayed.outcome) {
    case 'too_many':
      return tooMany();
    case 'disabled': {
      const { code, detail } = refusalOfDisabled(replayed.endpoint);
      return new ProblemError(code, { detail });
    }
    case 'no_endpoint':
      return noEndpoint(endpointId);
  }
}

function periodFaults({ since, until }: Input): FaultItem[] {
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
