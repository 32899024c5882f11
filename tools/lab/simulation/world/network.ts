import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expectEqual, expectThat } from '../finding.ts';
import type { World } from './world.ts';

export const NETWORK_FAULTS = ['answer lost', 'sent twice'] as const;
/** What the network does to a request with an Idempotency-Key. */
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  payload?: object | string;
}

export type Answer = LightMyRequestResponse;

export const get = (url: string): Request => ({ method: 'GET', url });

export const post = (url: string, payload?: object): Request => ({
  method: 'POST',
  url,
  ...(payload !== undefined && { payload }),
});

// Longer than the lease of a request whose process crashed, so that a retry succeeds at some time.
const RETRY_MILLISECONDS = 6_000;

/** Sends a request. If the service crashes during the request, sends it again to the new process. */
export async function send(world: World, request: Request): Promise<Answer> {
  const { link } = world;
  const answer = await world.time.until(deliver(world, request)).catch((error: unknown) => {
    // A streamed response breaks off.
    if (!link.isCut) throw error;
    return null;
  });
  if (!link.isCut && answer !== null) return noted(world, request, answer);
  await world.crash();
  world.record('the service died');
  return await send(world, request);
}

/** Sends a request as an application, with its key. */
export async function sendAs(
  world: World,
  partner: number,
  { headers, ...request }: Request,
): Promise<Answer> {
  const apiKey = world.partner(partner).apiKey;
  return await send(world, { ...request, headers: { 'x-api-key': apiKey, ...headers } });
}

/** Reads with any key, for example a revoked one. */
export async function getByKey(world: World, apiKey: string, url: string): Promise<Answer> {
  return await send(world, { ...get(url), headers: { 'x-api-key': apiKey } });
}

/**
 * Sends a repeatable request over a network that loses responses. All its responses must be the
 * same.
 */
export async function sendOnce(
  world: World,
  partner: number,
  { key, fault, ...request }: Request & { key: string; fault: NetworkFault | null },
): Promise<Answer> {
  const keyed = { ...request, headers: { ...request.headers, 'idempotency-key': key } };
  if (fault === 'sent twice') {
    const apiKey = world.partner(partner).apiKey;
    // Both are sent at the same time, and both responses are lost.
    const twice = { ...keyed, headers: { ...keyed.headers, 'x-api-key': apiKey } };
    const { link } = world;
    await world.time.until(Promise.all([deliver(world, twice), deliver(world, twice)]));
    if (link.isCut) await world.crash();
  }
  const first = await sendUntilFree(world, partner, keyed);
  if (fault === null || first.statusCode >= 300) return first;
  const second = await sendUntilFree(world, partner, keyed);
  expectThat(
    second.statusCode === first.statusCode && second.body === first.body,
    () =>
      `${request.method} ${request.url} was repeated with its Idempotency-Key and got another answer: first ` +
      `${first.statusCode} ${first.body}, then ${second.statusCode} ${second.body}`,
  );
  expectEqual(second.headers['idempotency-replayed'], 'true', 'A repeated request ran again.');
  return second;
}

async function sendUntilFree(world: World, partner: number, request: Request): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await sendAs(world, partner, request);
    const isBusy = answer.statusCode === 409 && answer.body.includes('idempotency_in_progress');
    if (!isBusy) return answer;
    expectThat(attempt < 3, () => `${request.url} is in progress for ever.`);
    await world.time.pass(RETRY_MILLISECONDS);
  }
}

async function deliver(world: World, request: Request): Promise<Answer> {
  return await world.app.inject({ ...request, remoteAddress: '198.51.100.7' });
}

function noted(world: World, request: Request, answer: Answer): Answer {
  const { method, url } = request;
  const { statusCode, body } = answer;
  const digest = createHash('sha256').update(withoutCursor(body)).digest('hex').slice(0, 12);
  world.record(`${world.time.now} ${method} ${withoutCursor(url)} ${statusCode} ${digest}`);
  world.notePlayed(request, statusCode);
  expectThat(statusCode < 500, () => `${method} ${url} was answered ${statusCode}: ${body}`);
  return answer;
}

// The cursor of rating updates contains transaction numbers, which continue from story to story.
const withoutCursor = (text: string) => text.replace(/"nextCursor":"[^"]+"|cursor=[^&]+/, '');

/** Runs an operator's action. If the service crashes during the action, runs it again. */
export async function operate<Result>(world: World, act: () => Promise<Result>): Promise<Result> {
  const { link } = world;
  try {
    const result = await world.time.until(act());
    if (!link.isCut) return result;
  } catch (error) {
    if (!link.isCut) throw error;
  }
  await world.crash();
  return await world.time.until(act());
}
