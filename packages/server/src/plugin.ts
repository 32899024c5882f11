import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { deprecationAnnouncements } from './deprecation.ts';
import { operations } from './generated/operations.gen.ts';
import type { Interceptor } from './handler-types.ts';
import { type AnyHandler, operationRoute } from './operation-route.ts';
import type { PartnerRatingServerOptions } from './options.ts';
import { registerErrorHandler } from './reply/error-handler.ts';
import { plainErrorPage } from './reply/error-response.ts';
import { responseCheck } from './reply/response-check.ts';
import type { AnyAuthenticators } from './request/authentication.ts';
import { admission } from './request/authentication-hook.ts';
import { registerBodyParser } from './request/body.ts';
import type { Principal } from './request/principal.ts';
import { newRequestId } from './request/request-id.ts';
import { unknownRoutes } from './request/unknown-routes.ts';
import type { Operation } from './schema/operation-table.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation of the document this request calls; `null` on a route of another kind. */
    operation: Operation | null;
    /** Whom the request's credential stands for, once it was looked at. */
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
  const answerUnknown = unknownRoutes(app);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    // Before the body is read: what is wrong with it does not matter where nobody takes it. A scope
    // with a not-found handler of its own is a server of its own here.
    if (request.is404 && request.server === app) answerUnknown(request, reply, next);
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
      // A scope for each, since a hook of a route would run after those of the whole application,
      // which want to know who calls.
      scope.register(async (own) => {
        const { always, announceUse } = deprecationAnnouncements(
          operation,
          options.deprecationPolicy,
        );
        // Before the credential is looked at, so that a refusal announces it too.
        if (always !== undefined) {
          own.addHook('onRequest', (_request, reply, next) => {
            reply.headers(always);
            next();
          });
        }
        own.addHook(
          'onRequest',
          admission(operation, options.authenticate as AnyAuthenticators, realm),
        );
        own.route({
          method: operation.method,
          url: `${prefix}${operation.route}`,
          bodyLimit: operation.bodyLimit,
          handler: operationRoute(
            operation,
            handler,
            options.intercept as Interceptor | undefined,
            announceUse,
          ),
          ...(options.validateResponses && { onSend: responseCheck(operation, problemTypeBase) }),
        });
      });
    }
  });
  done();
}

/**
 * The Fastify plugin: serves every operation of the document under `prefix`, and answers every error
 * of the application, Fastify's own refusals included, in the document's form.
 *
 * It sets the error handler and the not-found handler of the application it is registered on; a part
 * of the application that wants its own sets them in a scope of its own. Create the application with
 * {@link fastifyOptions}, so that what Fastify refuses before any plugin sees it has this form too.
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
