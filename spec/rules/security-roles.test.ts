import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('security-roles');
const scopes = { key: ['key:member:read'], user: ['user:rating:read'] };
const taking = (security: object[], required: object = scopes) =>
  documentWithOperation({
    operationId: 'members.get',
    security,
    'x-required-scopes': required,
    responses: {},
  });
const at = '#/paths/~1partner~1members/get/security/0';

refuses('credentials without exactly their scopes', [
  ['a key without its scopes', taking([{ ApiKey: [] }]), [at, 'ApiKey: [key:member:read]']],
  ["a token with a key's", taking([{ AccessToken: scopes.key }]), [at, 'AccessToken: [user:']],
]);

accepts('each credential with its own scopes', [
  ['both credentials', taking([{ ApiKey: scopes.key }, { AccessToken: scopes.user }])],
  ['a key that needs none', taking([{ ApiKey: [] }], { key: [], user: [] })],
  ['Basic, which has none', taking([{ ClientBasic: [] }])],
  ['no credential', taking([])],
]);
