import { describe, expect, it } from 'vitest';
import { consentWords } from './consent-words.ts';
import { allScopes } from './scopes.ts';

describe('what a player is asked', () => {
  it.each(allScopes)('for %s says in a title and a sentence what it lets somebody do', (name) => {
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
