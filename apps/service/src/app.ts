import { fastifyOptions, partnerRatingServer } from '@partner-rating/server/fastify';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { accountPages } from './account-pages/pages.ts';
import { createThrottles } from './accounts/log-in-throttle.ts';
import {
  authorizationServerMetadata,
  protectedResourceMetadata,
  resourceMetadataAddress,
} from './oauth/metadata.ts';
import { oauthPages } from './oauth/pages.ts';
import { createHandlers, requireKnownSports } from './operations/index.ts';
import { operatorPages } from './operator-pages/pages.ts';
import { createOperatorThrottle } from './operators/log-in-throttle.ts';
import { BASE_PATH, type Dependencies } from './platform/configuration/dependencies.ts';
import { sendNonces } from './platform/dpop/check-proof.ts';
import { dpopAlgorithms } from './platform/dpop/proof.ts';
import { countUnidentified, createAuthenticators } from './platform/http/authenticators.ts';
import type { Caller } from './platform/http/caller.ts';
import { compressPages, requireHttps } from './platform/http/compression.ts';
import { type Counters, countInMemory } from './platform/http/counters.ts';
import { withLocation } from './platform/http/created-location.ts';
import { documentation } from './platform/http/documentation.ts';
import { drainBeforeClose } from './platform/http/drain.ts';
import { health } from './platform/http/health.ts';
import { createIdempotency } from './platform/http/idempotency.ts';
import { createLimits } from './platform/http/limits.ts';
import { limitNetworks, sendRateLimitHeaders } from './platform/http/request-limits.ts';
import { RequestLog } from './platform/http/request-log.ts';
import { serveWebsite } from './platform/http/website.ts';
import { renderMessage } from './platform/pages/render.ts';

export interface AppOptions {
  logger?: FastifyBaseLogger;
  /** Called once a request that may have written something was answered. */
  onWrite?: () => void;
  /** Called once any request was answered. */
  onAnswer?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Where the limits are counted; closed with the application. */
  counters?: Counters;
}

/** Builds the service and never listens; `service.ts` and the tests do. */
export async function buildApp(
  dependencies: Dependencies,
  { logger, onWrite, onAnswer, counters = countInMemory() }: AppOptions = {},
): Promise<FastifyInstance> {
  const { configuration, publicUrl } = dependencies;
  const problemTypeBase = `${publicUrl}/docs/errors/`;
  const { trustedProxies } = configuration;

  const app = fastify({
    ...fastifyOptions({ problemTypeBase }),
    // What arrived before it stopped listening is served: a proxy does not repeat a request that writes.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    ...(logger !== undefined && { loggerInstance: logger, logController: new RequestLog() }),
  });
  const isDraining = drainBeforeClose(app, configuration);
  const limits = createLimits(configuration, counters);
  app.addHook('onClose', async () => await counters.close());
  requireHttps(app, publicUrl);
  compressPages(app);
  limitNetworks(app, limits);
  sendRateLimitHeaders(app, limits);
  sendNonces(app);
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 400) onWrite?.();
    onAnswer?.(request, reply);
  });

  serveWebsite(app);
  const idempotent = createIdempotency(dependencies);
  await app.register(partnerRatingServer<Caller>, {
    prefix: BASE_PATH,
    handlers: createHandlers(dependencies, limits),
    authenticate: createAuthenticators(dependencies, limits),
    onUnidentified: countUnidentified(limits),
    intercept: async (call, next) => {
      requireKnownSports(call);
      return withLocation(dependencies, call, await idempotent(call, next));
    },
    problemTypeBase,
    deprecationPolicy: `${publicUrl}/docs/guides/versioning#deprecation`,
    resourceMetadata: resourceMetadataAddress(dependencies),
    dpopAlgorithms,
    errorPage: ({ title, detail, instance }) =>
      renderMessage({ title, paragraphs: [detail], requestId: instance }),
    validateResponses: configuration.validateResponses,
  });
  // One throttle: guessing passwords gains nothing by changing the form.
  const throttles = createThrottles(limits, dependencies);
  await app.register(oauthPages(dependencies, throttles));
  await app.register(accountPages(dependencies, throttles));
  if (configuration.operatorPages) {
    await app.register(operatorPages(dependencies, createOperatorThrottle(limits, dependencies)));
  }
  await app.register(authorizationServerMetadata(dependencies));
  await app.register(protectedResourceMetadata(dependencies));
  await app.register(health(dependencies, isDraining));
  await app.register(documentation());
  return app;
}
