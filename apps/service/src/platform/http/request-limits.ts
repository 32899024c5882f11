import { type Operation, operations, type ProblemError, rateLimited } from '@partner-rating/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BASE_PATH } from '../configuration/dependencies.ts';
import { networkOf } from '../net.ts';
import { isBrowser, sendPage, tooManyPage } from '../pages/message-pages.ts';
import type { Caller } from './caller.ts';
import type { Limits } from './limits.ts';
import { type RateLimit, type RateLimitUsage, rateLimitHeaders } from './rate-limits.ts';

const usages = new WeakMap<FastifyRequest, RateLimitUsage>();

/**
 * Counts a request against a limit and remembers the usage for the answer's header fields.
 * @throws ProblemError `rate_limited` with `Retry-After` when the limit is exceeded.
 */
export async function countRequest(
  request: FastifyRequest,
  limit: RateLimit,
  who: string,
  ownLimit?: number,
): Promise<void> {
  const usage = await limit(who, ownLimit);
  usages.set(request, usage);
  if (usage.exceeded) throw overLimit(usage);
}

/**
 * Counts the further cost of a request, after its body shows it. It refuses nothing, because a request that costs more
 * than the limit could never be sent. The next requests are refused until the window ends.
 */
export async function chargeRequest(
  request: FastifyRequest,
  limit: RateLimit,
  who: string,
  { ownLimit, requests }: { ownLimit: number | undefined; requests: number },
): Promise<void> {
  if (requests > 0) usages.set(request, await limit(who, ownLimit, requests));
}

function overLimit({ limit, resetSeconds }: RateLimitUsage): ProblemError {
  return rateLimited(`The limit of ${limit} requests a minute is reached.`, resetSeconds);
}

/**
 * Limits by network what counts for no application: pages, links, unknown paths, and operations without a
 * credential. Never refuses health checks or files of the documentation, which cost little. Call it
 * before any route is registered.
 */
export function limitNetworks(app: FastifyInstance, { network }: Limits): void {
  const counted = new Set(
    operations
      .filter(({ security }) => security.length > 0)
      .map(({ method, route }) => `${method} ${BASE_PATH}${route}`),
  );
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (url !== undefined && (UNLIMITED.test(url) || counted.has(`${method} ${url}`))) return;
    const usage = await network(addressOf(request));
    if (!usage.exceeded) return;
    const { resetSeconds } = usage;
    // The hook of the stubs that sets the id runs later.
    reply.header('x-request-id', request.id);
    if (!isBrowser(request)) throw overLimit(usage);
    sendPage(reply, tooManyPage(resetSeconds, request.id));
    return reply;
  });
}

const UNLIMITED =
  /^\/(?:healthz$|readyz$|docs\/|openapi\.|llms|robots\.txt$|favicon\.|icons\/|manifest\.)/;

/** Returns the count and limit of the sender, after the request was counted. */
export function usageOf(request: FastifyRequest): RateLimitUsage | undefined {
  return usages.get(request);
}

/**
 * Sends the count and limit with every response of the API. A request that was refused before its caller was
 * identified counts for its network.
 */
export function sendRateLimitHeaders(app: FastifyInstance, { operations: limits }: Limits): void {
  app.addHook('onSend', async (request, reply) => {
    const { operation } = request;
    const counted = usages.get(request);
    if (counted !== undefined) {
      reply.headers(rateLimitHeaders(counted));
    } else if (operation !== null && operation.security.length > 0) {
      const limit = limits[operation.rateLimitClass];
      reply.headers(rateLimitHeaders(await limit(addressOf(request))));
    }
  });
}

export function addressOf(request: FastifyRequest): string {
  return `address:${networkOf(request.ip)}`;
}

type LimitClass = Operation['rateLimitClass'];

/**
 * Counts a request for its application, with any of its keys: more keys do not allow more
 * requests. A request with an access token counts for the connected player. A request with an invalid
 * credential counts for its network, so that guessing is limited too.
 */
export async function countCaller(
  request: FastifyRequest,
  caller: Caller | null,
  limitClass: LimitClass,
  limit: RateLimit,
): Promise<void> {
  const who = caller === null ? addressOf(request) : nameOf(caller, limitClass);
  await countRequest(request, limit, who, caller?.ownLimits?.[limitClass]);
}

function nameOf(caller: Caller, limitClass: LimitClass): string {
  return caller.kind === 'key' || limitClass === 'token'
    ? caller.applicationId
    : caller.connectionId;
}
