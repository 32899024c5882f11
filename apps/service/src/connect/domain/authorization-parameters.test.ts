import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import {
  judgeAuthorizationQuery,
  judgeParameters,
  judgePushedRequest,
} from './authorization-parameters.ts';
import { parseAuthorizationQuery } from './authorization-request.ts';

const judge = (query: string) => judgeAuthorizationQuery(parseAuthorizationQuery(query));

describe('judgeAuthorizationQuery', () => {
  it('reads a request with the minimum of parameters', () => {
    expect(judge('response_type=code')).toEqual({
      parameters: {
        scopes: ['user:profile:read', 'user:rating:read'],
        state: null,
        codeChallenge: null,
      },
    });
  });

  testRows([
    ['invalid_request', 'no response_type', 'state=a'],
    ['unsupported_response_type', 'the implicit grant', 'response_type=token'],
    ['unsupported_response_type', 'a combination', 'response_type=code%20token'],
    ['invalid_scope', 'an unknown scope', 'response_type=code&scope=profile:read'],
    ['invalid_request', 'a repeated parameter', 'response_type=code&state=a&state=a'],
    ['invalid_request', 'a malformed parameter', 'response_type=code&state=%ff'],
    ['invalid_request', 'a control character in the state', 'response_type=code&state=%00'],
    ['invalid_request', 'a state that is too long', `response_type=code&state=${'a'.repeat(2049)}`],
    ['invalid_request', 'a challenge without method', `response_type=code&code_challenge=abc`],
  ])('reports an invalid request with its error', (error, _what, query) => {
    expect(judge(query)).toMatchObject({ error });
  });

  it('reads a request with all parameters', () => {
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const query = `response_type=code&scope=user:profile:read&state=a%20b&code_challenge=${challenge}`;
    expect(judge(`${query}&code_challenge_method=S256`)).toEqual({
      parameters: {
        scopes: ['user:profile:read'],
        state: 'a b',
        codeChallenge: challenge,
      },
    });
    expect(judge(`response_type=code&state=${'a'.repeat(2_048)}`)).toHaveProperty('parameters');
    expect(judge('response_type=code&state=%C2%80')).toMatchObject({
      parameters: { state: '\x80' },
    });
  });

  it('treats an empty state as missing, with both ways to start an authorization', () => {
    expect(judgeParameters({ state: '' })).toMatchObject({ parameters: { state: null } });
  });

  testRows([
    ['response_type=code&state=a&state=b', 'The parameter state is repeated. Send it once.'],
    ['response_type=code&state=%ff', 'The parameter state is not percent-encoded UTF-8 text.'],
    ['', 'The parameter response_type is missing. Send response_type=code.'],
    ['response_type=token', 'The only response_type is code. Send response_type=code.'],
    [
      'response_type=code&state=%0A',
      'The state must have at most 2048 characters, and no control characters.',
    ],
    [
      'response_type=code&scope=%3C',
      'The scope contains a value that is not a scope. Ask only for scopes that',
    ],
    [
      `response_type=code&scope=${'a'.repeat(65)}`,
      'The scope contains a value that is not a scope.',
    ],
    [
      `response_type=code&scope=%3C${'a'.repeat(9)}`,
      'The scope contains a value that is not a scope.',
    ],
    [
      `response_type=code&scope=${'a'.repeat(9)}%3C`,
      'The scope contains a value that is not a scope.',
    ],
    [`response_type=code&scope=${'a'.repeat(64)}`, `${'a'.repeat(64)} is not a scope.`],
  ])('says what is wrong', (query, description) => {
    expect(judge(query)).toMatchObject({ description: expect.stringContaining(description) });
  });

  it('names an unknown scope only if it looks like a scope', () => {
    expect(judge('response_type=code&scope=user:all')).toMatchObject({
      description: expect.stringMatching(/^user:all is not a scope\./),
    });
    expect(judge('response_type=code&scope=%3Cscript%3E')).toMatchObject({
      description: expect.not.stringContaining('script'),
    });
  });

  it('uses only the characters that RFC 6749 §4.1.2.1 allows in a description', () => {
    for (const query of ['', 'response_type=x', 'response_type=code&scope=%22', 'state=%ff']) {
      expect(judge(query)).toMatchObject({
        description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      });
    }
  });
});

const form = { response_type: 'code', redirect_uri: 'https://courtside.example/callback' };

describe('a pushed request', () => {
  it('is validated like one in the address of the page', () => {
    expect(judgePushedRequest({ ...form, state: 'abc' })).toMatchObject({
      parameters: { state: 'abc', scopes: ['user:profile:read', 'user:rating:read'] },
    });
    expect(judgePushedRequest({ ...form, response_type: 'token' })).toMatchObject({
      error: 'unsupported_response_type',
    });
    expect(judgePushedRequest({ ...form, scope: 'none' })).toMatchObject({
      error: 'invalid_scope',
    });
  });

  it('cannot refer to another request', () => {
    const referring = { ...form, request_uri: 'urn:ietf:params:oauth:request_uri:abc' };
    expect(judgePushedRequest(referring)).toMatchObject({ error: 'invalid_request' });
  });

  testRows([{ prompt: 'none' }, { request: 'a.b.c' }, { response_mode: 'fragment' }])(
    'is refused as invalid_request, because RFC 9126 §2.3 has no other error',
    (extra) => {
      expect(judgePushedRequest({ ...form, ...extra })).toMatchObject({
        error: 'invalid_request',
      });
    },
  );
});
