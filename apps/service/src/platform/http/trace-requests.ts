import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify';
import { isTracing, type OpenSpan, openSpan } from '../telemetry/tracing.ts';
import type { Caller } from './caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the request is not traced. */
    span: OpenSpan | null;
  }
}

// Load balancers request these every few seconds.
const UNTRACED = new Set(['/healthz', '/readyz']);

const READS = new Set<string | string[]>(['GET', 'HEAD', 'OPTIONS']);

/**
 * Makes each request a span, as a part of the trace of its `traceparent`. Call it before other hooks and routes are added.
 * While tracing is off, it adds nothing.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  if (!isTracing()) return;
  app.addHook('onRequest', (request, _reply, next) => {
    request.span = UNTRACED.has(request.routeOptions.url ?? '') ? null : openRequest(request);
    // A read causes nothing else, and following its calls would cost more than the span.
    if (READS.has(request.method)) next();
    else within(request, next);
  });
  // The events of the connection, by which a body arrives, do not belong to the span.
  app.addHook('onRoute', (route) => {
    if (READS.has(route.method)) return;
    const returnToSpan: preValidationHookHandler = (request, _reply, next) => within(request, next);
    route.preValidation = [returnToSpan, ...[route.preValidation ?? []].flat()];
  });
  app.addHook('onResponse', (request, reply, next) => {
    const { statusCode } = reply;
    request.span?.end(() => describe(request, statusCode), { hasFailed: statusCode >= 500 });
    next();
  });
}

function within({ span }: FastifyRequest, next: () => void): void {
  if (span === null) next();
  else span.within(next);
}

function openRequest({ method, routeOptions, headers }: FastifyRequest): OpenSpan | null {
  const { traceparent } = headers;
  // The pattern of the route, because its values may be secrets.
  const { url: route } = routeOptions;
  return openSpan({
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server',
    parent: typeof traceparent === 'string' ? traceparent : null,
    attributes: {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
    },
  });
}

function describe(request: FastifyRequest, statusCode: number) {
  const caller = request.principal as Caller | null | undefined;
  return {
    'http.response.status_code': statusCode,
    'partner_rating.request_id': request.id,
    ...(request.operation && { 'partner_rating.operation': request.operation.id }),
    ...(caller && { 'partner_rating.application_id': caller.applicationId }),
  };
}

/** Returns what the line of a request in the log says about its trace. */
export function requestTraceFacts({ span }: FastifyRequest): { trace_id?: string } {
  // A request that fails before the hooks has none.
  return span ? { trace_id: span.traceId } : {};
}
