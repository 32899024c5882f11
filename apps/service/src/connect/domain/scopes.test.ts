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
  testRows([undefined, ''])('gives the default set where none is named', (parameter) => {
    expect(requestedScopes(parameter)).toEqual({
      scopes: ['user:profile:read', 'user:rating:read'],
    });
  });

  it('adds user:profile:read at the front when it is missing', () => {
    expect(requestedScopes('user:match:submit user:rating:read')).toEqual({
      scopes: ['user:profile:read', 'user:match:submit', 'user:rating:read'],
    });
  });

  it('leaves user:profile:read where it stands', () => {
    expect(requestedScopes('user:rating:read user:profile:read')).toEqual({
      scopes: ['user:rating:read', 'user:profile:read'],
    });
  });

  it('takes a scope named twice once', () => {
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
  ])('finds the unknown scope', (_what, parameter) => {
    expect(requestedScopes(parameter)).toHaveProperty('unknown');
  });
});

describe('grantedScopes', () => {
  it('keeps the ticked ones in the order they were asked', () => {
    const asked = ['user:profile:read', 'user:rating:read', 'user:match:submit'] as const;
    expect(grantedScopes(asked, ['user:match:submit', 'user:profile:read'])).toEqual([
      'user:profile:read',
      'user:match:submit',
    ]);
  });

  it('always holds user:profile:read', () => {
    expect(grantedScopes(['user:profile:read', 'user:rating:read'], [])).toEqual([
      'user:profile:read',
    ]);
  });

  it('grants nothing that was not asked', () => {
    expect(grantedScopes(['user:profile:read'], ['user:profile:email'])).toEqual([
      'user:profile:read',
    ]);
  });
});

describe('the closed set', () => {
  it('has six scopes, each described', () => {
    expect(allScopes).toHaveLength(6);
    expect(allScopes.map(describeScope)).not.toContain(undefined);
  });

  it('has no description for a string that is not a scope', () => {
    expect(describeScope('profile:read')).toBeUndefined();
    expect(isScope('profile:read')).toBe(false);
  });
});

describe('what a player is asked', () => {
  testRows(allScopes)('says in a title and a sentence what each scope lets somebody do', (name) => {
    const { title, detail } = consentWords(name);
    expect(title).toMatch(/^(See|Submit|Be) [a-z]/);
    expect(detail).toMatch(/^[A-Z].+\.$/);
  });

  it('differs from scope to scope', () => {
    const words = allScopes.map(consentWords);
    expect(new Set(words.map(({ title }) => title)).size).toBe(allScopes.length);
    expect(words.map(({ name }) => name)).toEqual(allScopes);
  });

  it('leaves them no choice of the profile alone', () => {
    const fixed = allScopes.filter((name) => consentWords(name).fixed);
    expect(fixed).toEqual(['user:profile:read']);
  });

  it('says that without ratings none are seen anywhere', () => {
    expect(consentWords('user:rating:read').detail).toContain('not even on leaderboards');
  });
});
