import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import {
  allScopes,
  consentWords,
  describeScope,
  grantedScopes,
  isScope,
  requestedScopes,
} from './scopes.ts';

describe('requestedScopes', () => {
  testRows([undefined, ''])('uses the default scopes if none is named', (parameter) => {
    expect(requestedScopes(parameter)).toEqual({
      scopes: ['user:profile:read', 'user:rating:read'],
    });
  });

  it('adds user:profile:read at the front when it is missing', () => {
    expect(requestedScopes('user:match:submit user:rating:read')).toEqual({
      scopes: ['user:profile:read', 'user:match:submit', 'user:rating:read'],
    });
  });

  it('leaves user:profile:read at its place', () => {
    expect(requestedScopes('user:rating:read user:profile:read')).toEqual({
      scopes: ['user:rating:read', 'user:profile:read'],
    });
  });

  it('ignores a repeated scope', () => {
    expect(requestedScopes('user:profile:read user:profile:read')).toEqual({
      scopes: ['user:profile:read'],
    });
  });

  testRows([
    ['a name without its namespace', 'profile:read'],
    ['a key scope', 'user:profile:read key:match:submit'],
    ['commas', 'user:profile:read,user:rating:read'],
    ['another case', 'USER:PROFILE:READ'],
    ['two spaces', 'user:profile:read  user:rating:read'],
    ['a space at the end', 'user:profile:read '],
    ['a tab', 'user:profile:read\tuser:rating:read'],
    ['the name of an object property', 'constructor'],
  ])('reports the unknown scope', (_what, parameter) => {
    expect(requestedScopes(parameter)).toHaveProperty('unknown');
  });
});

describe('grantedScopes', () => {
  it('keeps the ticked scopes in the requested order', () => {
    const asked = ['user:profile:read', 'user:rating:read', 'user:match:submit'] as const;
    expect(grantedScopes(asked, ['user:match:submit', 'user:profile:read'])).toEqual([
      'user:profile:read',
      'user:match:submit',
    ]);
  });

  it('always contain user:profile:read', () => {
    expect(grantedScopes(['user:profile:read', 'user:rating:read'], [])).toEqual([
      'user:profile:read',
    ]);
  });

  it('contain only requested scopes', () => {
    expect(grantedScopes(['user:profile:read'], ['user:profile:email'])).toEqual([
      'user:profile:read',
    ]);
  });
});

describe('the set of scopes', () => {
  it('has six scopes, each described', () => {
    expect(allScopes).toHaveLength(6);
    expect(allScopes.map(describeScope)).not.toContain(undefined);
  });

  it('has no description for a text that is not a scope', () => {
    expect(describeScope('profile:read')).toBeUndefined();
    expect(isScope('profile:read')).toBe(false);
  });
});

describe('the consent page', () => {
  testRows(allScopes)('explains each scope in a title and a sentence', (name) => {
    const { title, detail } = consentWords(name);
    expect(title).toMatch(/^(See|Submit|Be) [a-z]/);
    expect(detail).toMatch(/^[A-Z].+\.$/);
  });

  it('has a different text for each scope', () => {
    const words = allScopes.map(consentWords);
    expect(new Set(words.map(({ title }) => title)).size).toBe(allScopes.length);
    expect(words.map(({ name }) => name)).toEqual(allScopes);
  });

  it('does not let the player untick the profile', () => {
    const fixed = allScopes.filter((name) => consentWords(name).fixed);
    expect(fixed).toEqual(['user:profile:read']);
  });

  it('says that ratings are hidden everywhere without their scope', () => {
    expect(consentWords('user:rating:read').detail).toContain('not even on leaderboards');
  });
});
