import { fastifyOptions, partnerRatingServer } from '@partner-rating/server';
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify';
import { BASE_PATH, type Dependencies } from './dependencies.ts';
import { createHandlers } from './handlers.ts';
import { createAuthenticators } from './http/authenticators.ts';
import { documentation } from './http/documentation.ts';
import { health } from './http/health.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createRateLimit } from './http/rate-limits.ts';
import { sendRateLimitHeaders } from './http/request-limits.ts';
import { oauthPages } from './oauth/pages.ts';

export interface AppOptions {
  logger?: FastifyBaseLogger;
  /** Called once a request that may have written something was answered. */
  onWrite?: () => void;
}

/** Builds the service and never listens; `service.ts` and the tests do. */
export async function buildApp(
  dependencies: Dependencies,
  { logger, onWrite }: AppOptions = {},
): Promise<FastifyInstance> {
  const { configuration, publicUrl } = dependencies;
  const problemTypeBase = `${publicUrl}/docs/errors/`;
  const { trustedProxies } = configuration;

  const app = fastify({
    ...fastifyOptions({ problemTypeBase }),
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    ...(logger !== undefined && { loggerInstance: logger }),
  });
  const limit = createRateLimit(configuration.rateLimit);
  sendRateLimitHeaders(app, limit);
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 400) onWrite?.();
  });

  await app.register(partnerRatingServer, {
    prefix: BASE_PATH,
    handlers: createHandlers(dependencies),
    authenticate: createAuthenticators(dependencies, limit),
    intercept: createIdempotency(dependencies),
    problemTypeBase,
    validateResponses: configuration.validateResponses,
  });
  await app.register(oauthPages(dependencies));
  await app.register(health(dependencies));
  await app.register(documentation);
  return app;
}
