import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { OAuthError } from '../core/errors/oauth-error.ts';
import { DEFAULT_SCOPES, describeScope, isScope, requestedScopes, SCOPES } from './scopes.ts';

const { schemas, examples } = document.components;

describe('SCOPES', () => {
  test('equal the scopes of the document, in its order', () => {
    expect(SCOPES).toEqual(schemas.ScopeName.enum);
  });

  test('have the descriptions of the service', () => {
    const described = SCOPES.map((name) => ({ name, description: describeScope(name) }));
    expect(described).toEqual(examples['oauth.listScopes'].value.scopes);
  });

  testRows(['profile:read', 'user:profile:write', 'key:match:submit', '', 'toString'])(
    'have no description for another name',
    (name) => {
      expect(isScope(name)).toBe(false);
      expect(describeScope(name)).toBeUndefined();
    },
  );
});

describe('the requested scopes', () => {
  testRows([undefined, [], '', '  '])('are the default if none is named', (scope) => {
    expect(requestedScopes(scope)).toBe('user:profile:read user:rating:read');
    expect(requestedScopes(scope)).toBe(DEFAULT_SCOPES.join(' '));
  });

  test('begin with user:profile:read if it is missing', () => {
    expect(requestedScopes(['user:match:submit', 'user:rating:read'])).toBe(
      'user:profile:read user:match:submit user:rating:read',
    );
  });

  test('keep their order if user:profile:read is there', () => {
    const scope = 'user:rating:read user:profile:read';
    expect(requestedScopes(scope)).toBe(scope);
  });

  test('contain each scope once', () => {
    expect(requestedScopes('user:profile:read user:profile:read')).toBe('user:profile:read');
  });

  testRows(['profile:read', 'user:profile:read,user:rating:read'])(
    'are refused if they are unknown or separated by commas',
    (scope) => {
      const ask = () => requestedScopes(scope);
      expect(ask).toThrow(OAuthError);
      expect(ask).toThrow(
        scope.includes(',')
          ? `Separate scopes by spaces, not by commas. You sent "${scope}".`
          : `There is no scope "${scope}". The scopes are user:profile:read, `,
      );
      expect(ask).toThrow(expect.objectContaining({ errorCode: 'invalid_scope' }));
    },
  );
});
