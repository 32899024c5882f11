import {
  type Authenticators,
  type Handler,
  type Principal,
  problem,
  type Schemas,
} from '@partner-rating/server';
import { fastifyOptions, partnerRatingServer } from '@partner-rating/server/fastify';
import { fastify } from 'fastify';

/** The caller of a request: what the stubs need to know, and what the handlers need. */
interface Caller extends Principal {
  applicationId: string;
}

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

const getMember: Handler<'members.get', Caller> = async ({ query }, { principal, log }) => {
  const member = members.get(query.memberId ?? '');
  if (member === undefined) return problem('not_found');
  log.info({ applicationId: principal.applicationId }, 'member read');
  return { status: 200, body: member };
};

const authenticate: Authenticators<Caller> = {
  // A real server stores only hashes of keys, and finds the caller by the hash of the key.
  ApiKey: (key) =>
    key === 'prk_example'
      ? { kind: 'key', scopes: new Set(['key:member:read']), applicationId: 'courtside-club' }
      : null,
  AccessToken: () => null,
  ClientBasic: () => null,
};

const problemTypeBase = 'https://ratings.example/docs/errors/';

export const app = fastify(fastifyOptions({ problemTypeBase }));
await app.register(partnerRatingServer<Caller>, {
  prefix: '/api/v1',
  handlers: { 'members.get': getMember },
  missing: 501,
  authenticate,
  problemTypeBase,
  validateResponses: process.env.NODE_ENV !== 'production',
});
await app.listen({ port: Number(process.env.PORT ?? 3001) });
