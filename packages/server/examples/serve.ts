/** The smallest server of this API: one key, one member, and one operation that reads it. */
import {
  type Authenticators,
  type Handler,
  type Handlers,
  type Principal,
  ProblemError,
  type Schemas,
} from '@partner-rating/server';
import { fastifyOptions, partnerRatingServer } from '@partner-rating/server/fastify';
import { fastify } from 'fastify';

/** The caller of a request: the fields the stubs need, and those the handlers need. */
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

const notImplemented = (): never => {
  throw new ProblemError('unavailable');
};

const handlers: Handlers<Caller> = {
  'oauth.showAuthorization': notImplemented,
  'oauth.authorize': notImplemented,
  'oauth.exchangeToken': notImplemented,
  'oauth.refresh': notImplemented,
  'oauth.revoke': notImplemented,
  'oauth.listScopes': notImplemented,
  'members.get': getMember,
  'members.getBulk': notImplemented,
  'members.search': notImplemented,
  'members.listRatingHistory': notImplemented,
  'members.listMatches': notImplemented,
  'members.listRatingUpdates': notImplemented,
  'members.listConnected': notImplemented,
  'matches.submit': notImplemented,
  'matches.list': notImplemented,
  'matches.get': notImplemented,
  'matches.replace': notImplemented,
  'matches.void': notImplemented,
  'matches.predict': notImplemented,
  'matches.balance': notImplemented,
  'matches.importTournament': notImplemented,
  'matches.testWebhook': notImplemented,
  'leaderboard.list': notImplemented,
  'leaderboard.rank': notImplemented,
  'leaderboard.listCategories': notImplemented,
  'webhooks.listDeliveries': notImplemented,
  'webhooks.redeliver': notImplemented,
  'webhooks.getEndpoint': notImplemented,
  'webhooks.setEndpoint': notImplemented,
  'webhooks.deleteEndpoint': notImplemented,
  'webhooks.rotateSecret': notImplemented,
  'usage.get': notImplemented,
};

const authenticate: Authenticators<Caller> = {
  // A real server stores only hashes of keys, and finds the caller by them.
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
