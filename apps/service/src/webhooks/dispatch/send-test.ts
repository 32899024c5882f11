import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../../platform/database/identifiers.ts';
import { AddressRefusedError } from './address-guard.ts';
import { type AttemptOutcome, type AttemptResult, judgeOutcome } from './domain/attempt-result.ts';
import { deliveryHeaders } from './domain/signing.ts';
import { type OutgoingMessage, type SendTools, send } from './send.ts';

export interface TestEvent {
  url: string;
  /** Those that sign, the current one first. */
  secrets: readonly string[];
}

export interface SentTest
  extends Pick<AttemptResult, 'statusCode' | 'responseBody' | 'errorMessage'> {
  eventId: string;
  payload: string;
  delivered: boolean;
  startedAt: Date;
  durationMilliseconds: number;
}

const MESSAGE = 'This is a test of your webhook endpoint.';

/**
 * Sends one `webhook.test` event and returns what came of it. Without an answer it takes the whole
 * time-out, however the connection failed: how fast it did would distinguish a closed port from a silent
 * one, and a name that is not known from one that leads inside.
 */
export async function sendTest(
  { url, secrets }: TestEvent,
  { clock, ...tools }: SendTools & { clock: () => Date },
): Promise<SentTest> {
  const { timeoutMilliseconds } = tools;
  const eventId = newId('evt');
  const startedAt = clock();
  const payload = JSON.stringify({
    type: 'webhook.test',
    timestamp: startedAt,
    data: { message: MESSAGE },
  });
  const headers = deliveryHeaders({ id: eventId, timestamp: startedAt, payload }, secrets);

  const start = performance.now();
  const outcome = await post({ url, headers, payload }, tools);
  const elapsed = performance.now() - start;
  const { statusCode, responseBody, errorMessage, status } = judgeOutcome(outcome, {
    now: startedAt,
    attempts: 0,
    retrySchedule: ONE_ATTEMPT,
    random: 0,
    timeoutSeconds: timeoutMilliseconds / 1_000,
  });
  if (statusCode === null) await wait(Math.max(0, timeoutMilliseconds - elapsed));
  return {
    eventId,
    payload,
    delivered: status === 'success',
    statusCode,
    responseBody,
    errorMessage,
    startedAt,
    durationMilliseconds: statusCode === null ? timeoutMilliseconds : Math.round(elapsed),
  };
}

const ONE_ATTEMPT = [0];

async function post(message: OutgoingMessage, tools: SendTools): Promise<AttemptOutcome> {
  try {
    return { kind: 'answered', ...(await send(message, tools)) };
  } catch (error) {
    return { kind: error instanceof AddressRefusedError ? 'refused' : 'unanswered' };
  }
}
