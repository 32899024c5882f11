import { hash } from 'node:crypto';
import { type Handlers, operations, type Principal, ProblemError } from '../src/index.ts';
import { member } from './member.ts';

const keys = new Map<string, Principal>([
  [hash('sha256', 'prk_benchmark'), { kind: 'key', scopes: new Set(['key:member:read']) }],
]);
const notImplemented = (): never => {
  throw new ProblemError('unavailable');
};

/** Stubs that serve one member to one key, without a database. */
export const options = {
  prefix: '/api/v1',
  problemTypeBase: 'http://localhost/docs/errors/',
  handlers: {
    ...(Object.fromEntries(
      operations.map(({ id }) => [id, notImplemented]),
    ) as unknown as Handlers),
    'members.get': () => ({ status: 200, body: member }) as const,
  },
  authenticate: {
    ApiKey: (key: string) => keys.get(hash('sha256', key)) ?? null,
    AccessToken: () => null,
    ClientBasic: () => null,
  },
};
