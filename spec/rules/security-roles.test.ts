import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import { documentWithOperation, findings } from './findings.ts';

const scopes = { key: ['key:member:read'], user: ['user:rating:read'] };
const operation = (security: object[], required: object = scopes) => ({
  operationId: 'members.get',
  security,
  'x-required-scopes': required,
  responses: {},
});

describe('security-roles', () => {
  testRows([
    ['a key without its scopes', [{ ApiKey: [] }], 'ApiKey: [key:member:read]'],
    ['a token with those of the key', [{ AccessToken: scopes.key }], 'AccessToken: [user:'],
  ])('refuses credentials without exactly their scopes', async (_, security, message) => {
    expect(await findings('security-roles', documentWithOperation(operation(security)))).toEqual([
      {
        at: '#/paths/~1partner~1members/get/security/0',
        message: expect.stringContaining(message),
      },
    ]);
  });

  testRows([
    [
      'each credential with its own',
      operation([{ ApiKey: scopes.key }, { AccessToken: scopes.user }]),
    ],
    ['a key that needs none', operation([{ ApiKey: [] }], { key: [], user: [] })],
    ['Basic, which has none', operation([{ ClientBasic: [] }])],
    ['no credential', operation([])],
  ])('accepts each credential with its own scopes', async (_, given) => {
    expect(await findings('security-roles', documentWithOperation(given))).toEqual([]);
  });
});
