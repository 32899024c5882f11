/** The smallest server of this API: one key, one member, and nothing offered but to look at it. */
import {
  type Authenticators,
  fastifyOptions,
  type Handler,
  type Handlers,
  type Principal,
  ProblemError,
  partnerRatingServer,
  type Schemas,
} from '@partner-rating/server';
import { fastify } from 'fastify';

/** Whom a request comes from: what the stubs need to know, and what the handlers do. */
interface Caller extends Principal {
  applicationId: string;
}

const problemTypeBase = 'https://ratings.example/docs/errors/';

const members = new Map<string, Schemas.Member>([
  [
    '10482',
    {
      id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
      memberId: 10482,
      firstName: 'Mike',
      lastName: 'Brennan',
      fullName: 'Mike Brennan',
      displayName: 'Mike B.',
      status: { isVairified: true, isWheelchair: false, isConnected: true, isGhost: false },
    },
  ],
]);

const getMember: Handler<'members.get', Caller> = ({ query }, { principal, log }) => {
  const member = members.get(query.memberId ?? '');
  if (member === undefined) {
    throw new ProblemError('not_found', { detail: 'No member has this number. Check memberId.' });
  }
  log.info({ applicationId: principal.applicationId }, 'member read');
  return { status: 200, body: member };
};

const notOffered = (): never => {
  throw new ProblemError('unavailable');
};

const handlers: Handlers<Caller> = {
  'oauth.showAuthorization': notOffered,
  'oauth.authorize': notOffered,
  'oauth.exchangeToken': notOffered,
  'oauth.refresh': notOffered,
  'oauth.revoke': notOffered,
  'oauth.listScopes': notOffered,
  'members.get': getMember,
  'members.getBulk': notOffered,
  'members.search': notOffered,
  'members.listRatingHistory': notOffered,
  'members.listRatingUpdates': notOffered,
  'matches.submit': notOffered,
  'matches.void': notOffered,
  'matches.importTournament': notOffered,
  'matches.testWebhook': notOffered,
  'leaderboard.list': notOffered,
  'leaderboard.rank': notOffered,
  'leaderboard.listCategories': notOffered,
  'webhooks.listDeliveries': notOffered,
  'webhooks.redeliver': notOffered,
  'webhooks.getEndpoint': notOffered,
  'webhooks.setEndpoint': notOffered,
  'webhooks.deleteEndpoint': notOffered,
  'webhooks.rotateSecret': notOffered,
  'usage.get': notOffered,
};

const authenticate: Authenticators<Caller> = {
  // A real server keeps only hashes of keys, and looks the caller up by them.
  ApiKey: (key) =>
    key === 'prk_example'
      ? { kind: 'key', scopes: new Set(['key:member:read']), applicationId: 'courtside-club' }
      : null,
  AccessToken: () => null,
  ClientBasic: () => null,
};

/** Builds the server; `await app.listen({ port: 3001 })` starts it. */
export async function buildServer() {
  const app = fastify({ ...fastifyOptions({ problemTypeBase }), logger: { level: 'warn' } });
  await app.register(partnerRatingServer<Caller>, {
    prefix: '/api/v1',
    handlers,
    authenticate,
    problemTypeBase,
    validateResponses: process.env.NODE_ENV !== 'production',
  });
  return app;
}
