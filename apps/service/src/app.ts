import {
  type AnyReply,
  type Handlers,
  type OperationCall,
  ProblemError,
} from '@partner-rating/server';
import { fastifyOptions, partnerRatingServer } from '@partner-rating/server/fastify';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { accountPages } from './account/pages/pages.ts';
import { createThrottles } from './connect/login/throttles.ts';
import {
  authorizationServerMetadata,
  protectedResourceMetadata,
  resourceMetadataAddress,
} from './connect/metadata.ts';
import { oauthPages } from './connect/pages/consent.ts';
import { operatorPages } from './console/pages/pages.ts';
import { peoplePages } from './console/people/pages.ts';
import { serveAdmin } from './console/serve-admin.ts';
import * as operations from './operations.gen.ts';
import {
  BASE_PATH,
  baseAddress,
  type Dependencies,
  readingFromReplicas,
} from './platform/configuration/dependencies.ts';
import { countUnidentified, createAuthenticators } from './platform/http/authenticators.ts';
import type { Caller } from './platform/http/caller.ts';
import { compressPages, requireHttps } from './platform/http/compression.ts';
import { documentation, serveWebsite } from './platform/http/documentation.ts';
import { applicationOf, createIdempotency } from './platform/http/idempotency.ts';
import { createLimits, type Limits } from './platform/http/limits.ts';
import { drainBeforeClose, health } from './platform/http/listen.ts';
import { RequestLog } from './platform/http/logging.ts';
import { type Counters, countInMemory } from './platform/http/rate-limits.ts';
import { limitNetworks, sendRateLimitHeaders } from './platform/http/request-limits.ts';
import { traceRequests } from './platform/http/trace-requests.ts';
import { identifyPages } from './platform/pages/message-pages.ts';
import { renderMessage } from './platform/pages/render.ts';
import { sportErrors } from './ratings/domain/sports.ts';

interface AppOptions {
  logger?: FastifyBaseLogger;
  /** Called after the response to a request that may have written something. */
  onWrite?: () => void;
  /** Called after each response. */
  onAnswer?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Counts requests for the limits. Closed with the application. */
  counters?: Counters;
}

/** Builds the service without listening. `service.ts` and the tests listen. */
export async function buildApp(
  dependencies: Dependencies,
  { logger, onWrite, onAnswer, counters = countInMemory() }: AppOptions = {},
): Promise<FastifyInstance> {
  const { configuration, publicUrl } = dependencies;
  const problemTypeBase = `${publicUrl}/docs/errors/`;
  const { trustedProxies } = configuration;

  const app = fastify({
    ...fastifyOptions({ problemTypeBase }),
    // Requests that arrived before closing are served, because a proxy does not repeat writes.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    ...(logger !== undefined && { loggerInstance: logger, logController: new RequestLog() }),
  });
  identifyPages(app, configuration);
  traceRequests(app);
  const isDraining = drainBeforeClose(app, configuration);
  const limits = createLimits(configuration, counters);
  app.addHook('onClose', async () => await counters.close());
  requireHttps(app, publicUrl);
  compressPages(app);
  limitNetworks(app, limits);
  sendRateLimitHeaders(app, limits);
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 400) onWrite?.();
    onAnswer?.(request, reply);
  });

  serveWebsite(app, configuration);
  const idempotent = createIdempotency(dependencies, applicationOf);
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
    errorPage: ({ title, detail, instance }) =>
      renderMessage({ title, paragraphs: [detail], requestId: instance }),
    validateResponses: configuration.validateResponses,
  });
  await registerPages(app, dependencies, { limits, isDraining });
  return app;
}

/** Registers the pages of players, operators, and partners, the operators' API, and the metadata. */
async function registerPages(
  app: FastifyInstance,
  dependencies: Dependencies,
  { limits, isDraining }: { limits: Limits; isDraining: ReturnType<typeof drainBeforeClose> },
): Promise<void> {
  const { configuration } = dependencies;
  // All log-in forms share the throttles, so that changing the form does not allow more guesses.
  const throttles = createThrottles(limits, dependencies);
  await app.register(oauthPages(dependencies, throttles));
  await app.register(accountPages(dependencies, throttles));
  if (configuration.operatorPages) {
    await app.register(operatorPages(dependencies, throttles));
  }
  await app.register(peoplePages(dependencies, throttles));
  await serveAdmin(app, dependencies);
  await app.register(authorizationServerMetadata(dependencies));
  await app.register(protectedResourceMetadata(dependencies));
  await app.register(health(dependencies, isDraining));
  await app.register(documentation(dependencies));
}

type Created = Handlers<Caller, FastifyRequest>;

/** The creators of all handlers. A missing one is a type error. */
const createdBy: {
  [Id in keyof Created]: (dependencies: Dependencies, limits: Limits) => Created[Id];
} = operations.createdBy;

/**
 * Checks the sports that the query of any operation names. An empty answer would hide a misspelling.
 *
 * @throws ProblemError `validation_failed` with `unknown_sport` for each.
 */
function requireKnownSports({ operation, request }: OperationCall): void {
  if (!operation.parameters.some(({ in: part, name }) => part === 'query' && name === 'sport'))
    return;
  const { sport } = request.query as { sport?: string | string[] };
  const errors =
    typeof sport === 'string'
      ? sportErrors(sport, '/query/sport')
      : sport?.flatMap((code, index) => sportErrors(code, `/query/sport/${index}`));
  if (errors !== undefined && errors.length > 0) {
    throw new ProblemError('validation_failed', { errors });
  }
}

// Operations that only read, and whose load grows with the number of readers. The stub has already authenticated the caller
// on the primary.
const replicaReads: ReadonlySet<string> = new Set<keyof Created>([
  'leaderboard.list',
  'leaderboard.listCategories',
  'leaderboard.rank',
  'matches.balance',
  'matches.get',
  'matches.list',
  'matches.predict',
  'members.get',
  'members.getBulk',
  'members.listConnected',
  'members.listMatches',
  'members.listRatingHistory',
  'members.listRatingUpdates',
  'members.search',
]);

/** A handler for every operation of the contract. */
function createHandlers(dependencies: Dependencies, limits: Limits): Created {
  const reading = readingFromReplicas(dependencies);
  return Object.fromEntries(
    Object.entries(createdBy).map(([id, create]) => [
      id,
      create(replicaReads.has(id) ? reading : dependencies, limits),
    ]),
  ) as Created;
}

/** Adds `Location` to a 201 that contains the id of what it created, replayed or not (RFC 9110 section 15.3.2). */
function withLocation(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  { operation }: Pick<OperationCall<Caller>, 'operation'>,
  reply: AnyReply,
): AnyReply {
  if (reply.status !== 201 || !operation.idempotent) return reply;
  const { id } = reply.body as { id: string };
  const location = `${baseAddress(dependencies)}${operation.path}/${id}`;
  return { ...reply, headers: { ...reply.headers, location } };
}
