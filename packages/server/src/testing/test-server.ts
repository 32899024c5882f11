import { type FastifyRequest, fastify } from 'fastify';
import { onTestFinished } from 'vitest';
import { fastifyOptions, partnerRatingServer } from '../fastify/index.ts';
import {
  type Authenticators,
  type Handlers,
  operations,
  type Principal,
  ProblemError,
  RenderedJson,
  type SharedOptions,
} from '../index.ts';

/** Handlers that can read Fastify's request. */
export type FastifyHandlers = Handlers<Principal, FastifyRequest>;

export const problemTypeBase = 'http://localhost:3001/docs/errors/';

const everyKeyScope = operations.flatMap(({ requiredScopes }) => requiredScopes.key);

/** Accepts one API key with every scope, one without scopes, one access token, and one client. */
export const authenticate = {
  ApiKey: (key) => {
    if (key === 'prk_all') return { kind: 'key', scopes: new Set(everyKeyScope) };
    return key === 'prk_none' ? { kind: 'key', scopes: new Set() } : null;
  },
  AccessToken: async (token) =>
    token === 'pra_profile' ? { kind: 'token', scopes: new Set(['user:profile:read']) } : null,
  ClientBasic: ({ username, password }) =>
    username === 'courtside-club' && password === 'prk_all-1_2'
      ? { kind: 'key', scopes: new Set(everyKeyScope) }
      : null,
} satisfies Authenticators;

/** Returns handlers that respond with 503, except for the given ones. */
export function handlersWith(given: Partial<FastifyHandlers>): FastifyHandlers {
  const rest = operations.map(({ id }) => [
    id,
    () => {
      throw new ProblemError('unavailable');
    },
  ]);
  return { ...Object.fromEntries(rest), ...given };
}

/** A body that is sent unchanged, even if the document does not allow it. */
export function anyBody(value: unknown): RenderedJson<never> {
  return new RenderedJson(JSON.stringify(value));
}

/** Creates an application with the plugin under `/api/v1`, and closes it when the test ends. */
export async function testServer(
  given: Partial<FastifyHandlers> = {},
  options: Partial<SharedOptions<Principal, FastifyRequest>> & {
    prepare?: (app: TestApp) => void;
  } = {},
) {
  const { prepare, ...others } = options;
  const app = fastify(fastifyOptions({ problemTypeBase }));
  onTestFinished(() => app.close());
  prepare?.(app);
  await app.register(partnerRatingServer<Principal>, {
    prefix: '/api/v1',
    problemTypeBase,
    authenticate,
    handlers: handlersWith(given),
    validateResponses: true,
    ...others,
  });
  return app;
}

type TestApp = ReturnType<typeof fastify>;

/** The header fields of a request with the key that has every scope. */
export const withKey = { 'x-api-key': 'prk_all' };
