import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Caller } from './caller.ts';

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
