import { hash } from 'node:crypto';
import { fastify } from 'fastify';
import {
  fastifyOptions,
  type Handlers,
  operations,
  type Principal,
  ProblemError,
  partnerRatingServer,
} from '../src/index.ts';
import { member } from './member.ts';
import { serveBenchmark } from './serve-benchmark.ts';

const problemTypeBase = 'http://localhost/docs/errors/';
const keys = new Map<string, Principal>([
  [hash('sha256', 'prk_benchmark'), { kind: 'key', scopes: new Set(['key:member:read']) }],
]);
const notImplemented = (): never => {
  throw new ProblemError('unavailable');
};

const app = fastify(fastifyOptions({ problemTypeBase }));
await app.register(partnerRatingServer<Principal>, {
  prefix: '/api/v1',
  problemTypeBase,
  handlers: {
    ...(Object.fromEntries(
      operations.map(({ id }) => [id, notImplemented]),
    ) as unknown as Handlers),
    'members.get': () => ({ status: 200, body: member }),
  },
  authenticate: {
    ApiKey: (key) => keys.get(hash('sha256', key)) ?? null,
    AccessToken: () => null,
    ClientBasic: () => null,
  },
});
await app.listen({ host: '127.0.0.1', port: 0 });
serveBenchmark(app.server);
