import { escapeDeceptive } from '@partner-rating/server';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { Caller } from './caller.ts';

/** The service's logger. Whatever carries a secret never reaches it: see the serializers. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    level,
    serializers: { req: describeRequest, err: describeError },
    // A second line of defence for code that logs an object with headers or a body in it.
    redact: {
      paths: ['*', '*.*', '*.*.*'].flatMap((depth) =>
        SECRET_FIELDS.map((field) => `${depth.replace(/\*$/, '')}["${field}"]`),
      ),
      censor: '[redacted]',
    },
  };
  // JSON escapes only the controls of C0. Others' texts must not act on the terminal that shows the log.
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

// The query stays out: it carries authorization codes, states and request references.
function describeRequest(request: LoggableRequest): Record<string, unknown> {
  return {
    id: request.id,
    method: request.method,
    path: loggablePath(request),
    address: request.ip,
  };
}

// What `newSecret` makes, and more where something was pasted behind it.
const SECRET_SEGMENT = /[\w-]{43,}/g;

// An operator may name a member by their email address.
const EMAIL_SEGMENT = /[^/]*(?:@|%40)[^/]*/gi;

/** The pattern of a route whose address has a secret in it; elsewhere the path, which may be a miswritten one of those. */
function loggablePath({ url, routeOptions }: LoggableRequest): string | undefined {
  const pattern = routeOptions?.url;
  if (pattern?.split('/').includes(':secret')) return pattern;
  const path = url.split('?', 1)[0];
  return path?.replaceAll(SECRET_SEGMENT, '[redacted]').replaceAll(EMAIL_SEGMENT, '[redacted]');
}

// What drivers hang onto an error of theirs: the statement's parameters, and rows it speaks of.
const DRIVER_FIELDS = ['params', 'parameters', 'query', 'queryOptions', 'detail', 'where'];

function describeError(error: Error): Record<string, unknown> {
  // An error's code is no authorization code, which is kept out of the log under this name.
  const { code, ...facts }: Record<string, unknown> = { ...stdSerializers.err(error) };
  const described: Record<string, unknown> = { ...facts, errorCode: code };
  for (const field of DRIVER_FIELDS) delete described[field];
  return described;
}

// Asked every few seconds, by load balancers and whatever restarts processes.
const HEALTH_CHECKS = new Set(['/healthz', '/readyz']);

/**
 * One line for each request, once it was answered, with all that lines are searched by: which operation, of which
 * application, about which player. A health check that passes is one of level `debug`.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  // The line of the request has its status.
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
    };
    if (error) request.log.error({ ...facts, err: error }, 'request errored');
    else if (isHealthy(request, reply)) request.log.debug(facts, 'request completed');
    else request.log.info(facts, 'request completed');
  }
}

function isHealthy(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return statusCode < 500 && HEALTH_CHECKS.has(request.routeOptions.url ?? '');
}

/** Ids alone: a log outlives an erased account. */
function scopeOf({ operation, principal }: FastifyRequest): Record<string, string> {
  // What `createAuthenticators` found, and null on routes that are no operation.
  const caller = principal as Caller | null | undefined;
  return {
    ...(operation && { operation: operation.id }),
    ...(caller && { applicationId: caller.applicationId }),
    ...(caller?.kind === 'key' && { keyId: caller.keyId }),
    ...(caller?.kind === 'token' && { memberId: caller.memberId }),
  };
}
