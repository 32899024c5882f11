import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWith, documentWithOperation, findings } from './findings.ts';

const valid = {
  operationId: 'members.get',
  description: 'A key needs `key:member:read`, a player must have granted `user:profile:read`.',
  security: [{ ApiKey: [] }],
  'x-required-scopes': { key: ['key:member:read'], user: ['user:profile:read'] },
  responses: {},
};
const at = '#/paths/~1partner~1members/get';

describe('required-scopes', () => {
  it('refuses an operation that says nothing of scopes, for each namespace', async () => {
    const document = documentWithOperation({ ...valid, 'x-required-scopes': undefined });
    expect(await findings('required-scopes', document)).toEqual([
      { at: `${at}/operationId`, message: expect.stringContaining('`key:` scopes') },
      { at: `${at}/operationId`, message: expect.stringContaining('`user:` scopes') },
    ]);
  });

  it('refuses an operation that leaves one namespace out', async () => {
    const document = documentWithOperation({
      ...valid,
      'x-required-scopes': { key: ['key:member:read'] },
    });
    expect(await findings('required-scopes', document)).toEqual([
      { at: `${at}/x-required-scopes`, message: expect.stringContaining('`user:` scopes') },
    ]);
  });

  testRows([
    ['a former name', { key: ['key:dry-run'], user: [] }, 'key'],
    ['an unprefixed name', { key: [], user: ['profile:read'] }, 'user'],
    ['a scope of the other namespace', { key: ['user:profile:read'], user: [] }, 'key'],
  ])('refuses unknown scopes and lists the known ones', async (_, scopes, kind) => {
    const document = documentWithOperation({ ...valid, 'x-required-scopes': scopes });
    expect(await findings('required-scopes', document)).toEqual([
      { at: `${at}/x-required-scopes/${kind}`, message: expect.stringContaining('Known are') },
    ]);
  });

  it('refuses a description that does not name a scope that is needed', async () => {
    const document = documentWithOperation({ ...valid, description: 'Needs `key:member:read`.' });
    expect(await findings('required-scopes', document)).toEqual([
      { at: `${at}/description`, message: expect.stringContaining('`user:profile:read`') },
    ]);
  });

  it('refuses scopes where no credential could carry them', async () => {
    const document = documentWithOperation({ ...valid, security: [] });
    expect(await findings('required-scopes', document)).not.toEqual([]);
  });

  testRows([
    ['known scopes the description names', valid],
    ['empty lists', { ...valid, security: [], 'x-required-scopes': { key: [], user: [] } }],
  ])('accepts known scopes that the description names, and empty lists', async (_, operation) => {
    expect(await findings('required-scopes', documentWithOperation(operation))).toEqual([]);
  });

  it('asks no scopes of an event', async () => {
    const document = documentWith({ webhooks: { 'rating.updated': { post: { responses: {} } } } });
    expect(await findings('required-scopes', document)).toEqual([]);
  });
});
