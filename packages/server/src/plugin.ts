import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import plugin from 'fastify-plugin';
import { deprecationHeaders } from './deprecation.ts';
import { operations } from './generated/operations.gen.ts';
import type { Interceptor } from './handler-types.ts';
import { type AnyHandler, operationRoute } from './operation-route.ts';
import type { PartnerRatingServerOptions } from './options.ts';
import { answerHeaders } from './reply/answer-headers.ts';
import { registerErrorHandler } from './reply/error-handler.ts';
import { plainErrorPage } from './reply/error-response.ts';
import { responseCheck } from './reply/response-check.ts';
import type { AnyAuthenticators } from './request/authentication.ts';
import { authenticationHook } from './request/authentication-hook.ts';
import { registerBodyParser } from './request/body.ts';
import { hostFault } from './request/host-header.ts';
import { registerNotFoundHandler } from './request/not-found-handler.ts';
import type { Principal } from './request/principal.ts';
import { newRequestId } from './request/request-id.ts';
import type { Operation } from './schema/operation-table.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation of the document this request calls; `null` on other routes. */
    operation: Operation | null;
    /** Who the request's credential identifies, once it has been checked. */
    principal: Principal | null;
  }
}

function register<P extends Principal>(
  app: FastifyInstance,
  options: PartnerRatingServerOptions<P>,
  done: (error?: Error) => void,
): void {
  const { prefix = '', problemTypeBase, realm = 'partner-rating' } = options;
  const { errorPage = plainErrorPage } = options;
  app.setGenReqId(() => newRequestId());
  app.decorateRequest('operation', null);
  app.decorateRequest('principal', null);
  registerErrorHandler(app, { problemTypeBase, errorPage });
  const handleNotFound = registerNotFoundHandler(app);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    const fault = hostFault(request.raw);
    if (fault !== null) {
      next(fault);
      return;
    }
    // Before the body is read, since an unknown route makes its content irrelevant. A scope that has
    // its own not-found handler has its own `server` here.
    if (request.is404 && request.server === app) handleNotFound(request, reply, next);
    else next();
  });
  app.register(async (scope) => {
    registerBodyParser(scope);
    const handlers = options.handlers as unknown as { readonly [id: string]: AnyHandler };
    for (const operation of operations) {
      const handler = handlers[operation.id];
      if (handler === undefined) {
        throw new Error(`The operation ${operation.id} has no handler. Add one to \`handlers\`.`);
      }
      // One scope for each operation: a hook of a route would run after the hooks of the application,
      // which need to know the caller.
      scope.register(named(operation.id, operationScope(operation, handler)));
    }
  });
  done();

  function operationScope(operation: Operation, handler: AnyHandler): FastifyPluginAsync {
    return async (route) => {
      const { always, addWhenUsed } = deprecationHeaders(operation, options.deprecationPolicy);
      const headers = { ...answerHeaders, ...always };
      // Before the credential is checked, so that a 401 announces a removal too.
      route.addHook('onRequest', (_request, reply, next) => {
        reply.headers(headers);
        next();
      });
      route.addHook(
        'onRequest',
        authenticationHook(operation, options.authenticate as AnyAuthenticators, realm),
      );
      route.route({
        method: operation.method,
        url: `${prefix}${operation.route}`,
        bodyLimit: operation.bodyLimit,
        handler: operationRoute(operation, handler, {
          intercept: options.intercept as Interceptor | undefined,
          addWhenUsed,
          // Where responses are validated an undeclared field is a fault, which has to be seen.
          dropsUndeclared: !options.validateResponses,
        }),
        ...(options.validateResponses && { onSend: responseCheck(operation, problemTypeBase) }),
      });
    };
  }
}

/** Gives a scope the name that Fastify would look for among all modules of the process otherwise. */
function named(name: string, scope: FastifyPluginAsync): FastifyPluginAsync {
  return Object.assign(scope, { [Symbol.for('fastify.display-name')]: name });
}

/**
 * The Fastify plugin: serves every operation of the document under `prefix`, and sends every error
 * of the application, Fastify's own errors included, in the document's format.
 *
 * It sets the error handler and the not-found handler of the application it is registered on. To use
 * others in a part of the application, set them in an encapsulated scope. Create the application with
 * {@link fastifyOptions}, so that errors raised before any plugin runs have this format too.
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
