import { escapeDeceptive } from '@partner-rating/server';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { traceFacts } from '../telemetry/tracing.ts';
import type { Caller } from './caller.ts';
import { requestTraceFacts } from './trace-requests.ts';

/** Creates the logger of the service. Its serializers omit everything that may contain a secret. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    level,
    mixin: traceFacts,
    serializers: { req: describeRequest, err: describeError },
    // A second protection, for code that logs an object with headers or a body in it.
    redact: {
      paths: ['*', '*.*', '*.*.*'].flatMap((depth) =>
        SECRET_FIELDS.map((field) => `${depth.replace(/\*$/, '')}["${field}"]`),
      ),
      censor: '[redacted]',
    },
  };
  // JSON escapes only the controls of C0. Text from outside must not control the terminal that shows the log.
  return pino(options, {
    write: (line) => destination.write(`${escapeDeceptive(line.slice(0, -1))}\n`),
  });
}

const SECRET_FIELDS = [
  'x-api-key',
  'authorization',
  'cookie',
  'set-cookie',
  'client_secret',
  'code',
  'code_verifier',
  'access_token',
  'refresh_token',
  'password',
  'secret',
  'apiKey',
];

interface LoggableRequest {
  id: string;
  method: string;
  url: string;
  ip?: string;
  routeOptions?: { url?: string | undefined };
}

// Omits the query: it contains authorization codes, states, and request references.
function describeRequest(request: LoggableRequest): Record<string, unknown> {
  return {
    id: request.id,
    method: request.method,
    path: loggablePath(request),
    address: request.ip,
  };
}

// A secret of `newSecret`, or longer if something was pasted behind it.
const SECRET_SEGMENT = /[\w-]{43,}/g;

// An operator may name a member by their email address.
const EMAIL_SEGMENT = /[^/]*(?:@|%40)[^/]*/gi;

/** Returns the pattern of a route with a secret in its address. Otherwise returns the path without texts like secrets. */
function loggablePath({ url, routeOptions }: LoggableRequest): string | undefined {
  const pattern = routeOptions?.url;
  if (pattern?.split('/').includes(':secret')) return pattern;
  const path = url.split('?', 1)[0];
  return path?.replaceAll(SECRET_SEGMENT, '[redacted]').replaceAll(EMAIL_SEGMENT, '[redacted]');
}

// Drivers add these to their errors: the parameters of the statement, and rows.
const DRIVER_FIELDS = ['params', 'parameters', 'query', 'queryOptions', 'detail', 'where'];

function describeError(error: Error): Record<string, unknown> {
  // An error's code is not an authorization code, which the log omits under this name.
  const { code, ...facts }: Record<string, unknown> = { ...stdSerializers.err(error) };
  const described: Record<string, unknown> = { ...facts, errorCode: code };
  for (const field of DRIVER_FIELDS) delete described[field];
  return described;
}

// Load balancers and supervisors request these every few seconds.
const HEALTH_CHECKS = new Set(['/healthz', '/readyz']);

/**
 * Logs one line for each request after the response, with everything that people search for: the operation, the
 * application, and the player. A health check that passes has the level `debug`.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  // The line of the request contains its status.
  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const facts = {
      req: request,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      ...scopeOf(request),
      ...requestTraceFacts(request),
    };
    if (error) request.log.error({ ...facts, err: error }, 'request errored');
    else if (isHealthy(request, reply)) request.log.debug(facts, 'request completed');
    else request.log.info(facts, 'request completed');
  }
}

function isHealthy(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return statusCode < 500 && HEALTH_CHECKS.has(request.routeOptions.url ?? '');
}

/** Returns only ids, because a log outlives an erased account. */
function scopeOf({ operation, principal }: FastifyRequest): Record<string, string> {
  // The result of `createAuthenticators`. It is null on routes that are not operations.
  const caller = principal as Caller | null | undefined;
  return {
    ...(operation && { operation: operation.id }),
    ...(caller && { applicationId: caller.applicationId }),
    ...(caller?.kind === 'key' && { keyId: caller.keyId }),
    ...(caller?.kind === 'token' && { memberId: caller.memberId }),
  };
}
