import { describe, expect, it } from 'vitest';
import { createFormToken, isFormToken } from './form-token.ts';

describe('isFormToken', () => {
  it('takes a token of this session, again and again', () => {
    const token = createFormToken('session a');
    expect(isFormToken('session a', token)).toBe(true);
    expect(isFormToken('session a', token)).toBe(true);
  });

  it('gives each page its own', () => {
    expect(createFormToken('session a')).not.toBe(createFormToken('session a'));
  });

  it('refuses the token of another session', () => {
    expect(isFormToken('session b', createFormToken('session a'))).toBe(false);
  });

  it.each([undefined, '', '.', 'a.b', 'a'])('refuses %j', (token) => {
    expect(isFormToken('session a', token)).toBe(false);
  });

  it('refuses any token where there is no session', () => {
    expect(isFormToken(null, createFormToken(''))).toBe(false);
  });

  it('refuses a token with anything added or another salt', () => {
    const token = createFormToken('session a');
    expect(isFormToken('session a', `${token}.`)).toBe(false);
    expect(isFormToken('session a', `x${token}`)).toBe(false);
    expect(isFormToken('session a', `${token}x`)).toBe(false);
  });
});
