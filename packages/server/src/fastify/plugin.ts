// The Fastify adapter: a plugin that registers a route for every operation.

import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { operations } from '../generated/operations.gen.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { continueOnDemand, demandBody, discardRestAfterAnswer } from '../node/early-answer.ts';
import { deprecationHeaders } from '../pipeline/deprecation.ts';
import { type AnyHandler, intercepted } from '../pipeline/handler-call.ts';
import type { Interceptor } from '../pipeline/handler-types.ts';
import { handlerOf } from '../pipeline/missing-handler.ts';
import type { ServerOptions } from '../pipeline/options.ts';
import { answerHeaders } from '../reply/answer-headers.ts';
import { plainErrorPage } from '../reply/error-response.ts';
import type { AnyAuthenticators, OnUnidentified } from '../request/authentication.ts';
import { challengeParameters } from '../request/challenges.ts';
import { hostError } from '../request/host-header.ts';
import type { Principal } from '../request/principal.ts';
import { pathOf } from '../request/request-head.ts';
import { newRequestId } from '../request/request-id.ts';
import type { Operation } from '../schema/operation-table.ts';
import { authenticationHook } from './authentication-hook.ts';
import { registerErrorHandler } from './error-handler.ts';
import { type NotFoundHandler, registerNotFoundHandler } from './not-found-handler.ts';
import { operationRoute } from './operation-route.ts';
import { responseHook } from './response-hook.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation of the document that this request calls; `null` on other routes. */
    operation: Operation | null;
    /** The caller that the credential identifies, once it is checked. */
    principal: Principal | null;
  }
}

/** The options of the plugin `partnerRatingServer`. */
export type PartnerRatingServerOptions<P extends Principal = Principal> = ServerOptions<
  P,
  FastifyRequest
>;

function register<P extends Principal>(
  app: FastifyInstance,
  options: PartnerRatingServerOptions<P>,
  done: (error?: Error) => void,
): void {
  const { problemTypeBase, errorPage = plainErrorPage } = options;
  app.setGenReqId(() => newRequestId());
  app.decorateRequest('operation', null);
  app.decorateRequest('principal', null);
  app.server.prependListener('request', discardRestAfterAnswer);
  continueOnDemand(app.server);
  registerErrorHandler(app, { problemTypeBase, errorPage });
  const handleNotFound = registerNotFoundHandler(app);
  addRequestHooks(app, handleNotFound);
  app.register(async (scope) => {
    registerBodyParser(scope);
    for (const operation of operations) {
      const handler = handlerOf(operation, options);
      const anyOptions = options as unknown as ServerOptions;
      // One scope for each operation, because a hook of a route runs after the hooks of the application,
      // which need to know the caller.
      scope.register(
        named(operation.id, operationScope(operation, handler, anyOptions, handleNotFound)),
      );
    }
  });
  done();
}

function addRequestHooks(app: FastifyInstance, handleNotFound: NotFoundHandler): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    const error = hostError(request.raw);
    if (error !== null) {
      next(error);
      return;
    }
    // Before the body is read, because the body of an unknown route is irrelevant. A scope with
    // its own not-found handler has its own `server` here.
    if (request.is404 && request.server === app) handleNotFound(request, reply, next);
    else next();
  });
  app.addHook('preParsing', ({ raw, headers, routeOptions }, reply, _payload, next) => {
    const isTooLarge = Number(headers['content-length']) > routeOptions.bodyLimit;
    if (!isTooLarge) demandBody(raw, reply.raw);
    next();
  });
}

/**
 * Makes a scope receive every body of any media type as bytes: the body is parsed together with the
 * rest of the request, so that all errors are reported at once.
 */
function registerBodyParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes);
  });
}

/** Creates the scope of an operation: its authentication, its route, and the check of its responses. */
function operationScope(
  operation: Operation,
  handler: AnyHandler,
  options: ServerOptions,
  handleNotFound: NotFoundHandler,
): FastifyPluginAsync {
  return async (route) => {
    const { prefix = '', validateResponses } = options;
    const { always, whenUsed } = deprecationHeaders(operation, options.deprecationPolicy);
    const onUnidentified = options.onUnidentified as OnUnidentified | undefined;
    const fixedPaths = fixedPathsWithin(operation, prefix);
    if (fixedPaths.size > 0) {
      route.addHook('onRequest', (request, reply, next) => {
        if (fixedPaths.has(pathOf(request.raw))) handleNotFound(request, reply, next);
        else next();
      });
    }
    route.addHook(
      'onRequest',
      authenticationHook(
        operation,
        options.authenticate as AnyAuthenticators,
        challengeParameters(options),
        { ...answerHeaders, ...always },
        options.limits as RateLimits<never, never> | undefined,
        onUnidentified,
      ),
    );
    const call = intercepted(operation, handler, options.intercept as Interceptor | undefined);
    route.route({
      method: operation.method,
      url: `${prefix}${operation.route}`,
      bodyLimit: operation.bodyLimit,
      handler: operationRoute(operation, call, {
        whenUsed,
        onUnidentified,
        // If responses are validated, an undeclared field must stay, so that it is reported as an error.
        dropsUndeclared: !validateResponses,
      }),
      ...(validateResponses && {
        onSend: responseHook(operation, options.problemTypeBase, (path) => !fixedPaths.has(path)),
      }),
    });
  };
}

/**
 * Returns the paths of the document that also fit the pattern of an operation. Fastify looks for a path only among
 * the paths of the method, so it would mistake the last segment of such a path for a parameter.
 */
function fixedPathsWithin({ route }: Operation, prefix: string): ReadonlySet<string> {
  if (!route.includes('/:')) return new Set();
  const pattern = new RegExp(`^${route.replace(/:[^/]+/g, '[^/]+')}$`);
  const fixed = operations.filter(
    (other) => !other.route.includes('/:') && pattern.test(other.route),
  );
  return new Set(fixed.map((other) => `${prefix}${other.route}`));
}

/** Names a scope. Without a name, Fastify would search all modules of the process for one. */
function named(name: string, scope: FastifyPluginAsync): FastifyPluginAsync {
  return Object.assign(scope, { [Symbol.for('fastify.display-name')]: name });
}

/**
 * A Fastify plugin that serves every operation of the document under `prefix`, and sends every error
 * of the application, including Fastify's own errors, in the document's format.
 *
 * It sets the error handler and the not-found handler of its application. To use other handlers
 * in a part of the application, set them in an encapsulated scope. Create the application with
 * {@link fastifyOptions}, so that errors before any plugin runs have this format too.
 *
 * @example
 * ```ts
 * const app = fastify(fastifyOptions({ problemTypeBase }));
 * await app.register(partnerRatingServer<Caller>, {
 *   prefix: '/api/v1', handlers, authenticate, problemTypeBase,
 * });
 * ```
 */
export const partnerRatingServer: typeof register = plugin(register, {
  fastify: '5.x',
  name: '@partner-rating/server',
});
