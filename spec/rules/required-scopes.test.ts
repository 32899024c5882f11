import { documentWithEvent, documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('required-scopes');
const of = (changes: object = {}) =>
  documentWithOperation({
    operationId: 'members.get',
    description: 'A key needs `key:member:read`, a player must have granted `user:profile:read`.',
    security: [{ ApiKey: [] }],
    'x-required-scopes': { key: ['key:member:read'], user: ['user:profile:read'] },
    responses: {},
    ...changes,
  });
const scopes = (key: string[], user?: string[]) => of({ 'x-required-scopes': { key, user } });
const at = '#/paths/~1partner~1members/get';

refuses('an operation that leaves a namespace out', [
  [
    'both',
    of({ 'x-required-scopes': undefined }),
    [`${at}/operationId`, '`key:` scopes'],
    [`${at}/operationId`, '`user:` scopes'],
  ],
  ['one', scopes(['key:member:read']), [`${at}/x-required-scopes`, '`user:` scopes']],
]);

refuses('unknown scopes and lists the known ones', [
  ['a former name', scopes(['key:dry-run'], []), [`${at}/x-required-scopes/key`, 'Known are']],
  ['no prefix', scopes([], ['profile:read']), [`${at}/x-required-scopes/user`, 'Known are']],
  [
    'a scope of the other namespace',
    scopes(['user:profile:read'], []),
    [`${at}/x-required-scopes/key`, 'Known are'],
  ],
]);

refuses('scopes that the description does not name, or that no credential could carry', [
  [
    'the description',
    of({ description: 'Needs `key:member:read`.' }),
    [`${at}/description`, '`user:profile:read`'],
  ],
  [
    'no credential, for the scopes of both',
    of({ security: [] }),
    [`${at}/security`, 'list the credentials'],
    [`${at}/security`, 'list the credentials'],
  ],
]);

const ofOperators = (role: string, description = 'Needs the role `support` or `developer`.') =>
  of({
    description,
    security: [{ OperatorToken: ['support'] }, { PartnerSession: [role] }],
    'x-required-scopes': undefined,
  });

refuses('a role in a team that is unknown, or that the description does not name', [
  [
    'unknown',
    ofOperators('captain', 'Needs the role `support` or `captain`.'),
    [`${at}/security`, 'Known are'],
  ],
  ['not named', ofOperators('owner'), [`${at}/description`, '`owner`']],
]);

accepts('known scopes that the description names, empty lists, and an event', [
  ['known scopes', of()],
  ['a role in a team', ofOperators('developer')],
  ['empty lists', of({ security: [], 'x-required-scopes': { key: [], user: [] } })],
  ['an event', documentWithEvent({ responses: {} })],
]);
