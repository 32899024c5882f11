import { describe, expect, it } from 'vitest';
import { judgeAuthorizationQuery } from './authorization-parameters.ts';
import { parseAuthorizationQuery } from './authorization-query.ts';

const judge = (query: string) => judgeAuthorizationQuery(parseAuthorizationQuery(query));

describe('judgeAuthorizationQuery', () => {
  it('reads a request with the least it needs', () => {
    expect(judge('response_type=code')).toEqual({
      parameters: {
        scopes: ['user:profile:read', 'user:rating:read'],
        state: null,
        codeChallenge: null,
      },
    });
  });

  it.each([
    ['invalid_request', 'no response_type', 'state=a'],
    ['unsupported_response_type', 'the implicit grant', 'response_type=token'],
    ['unsupported_response_type', 'a combination', 'response_type=code%20token'],
    ['invalid_scope', 'an unknown scope', 'response_type=code&scope=profile:read'],
    ['invalid_request', 'a repeated parameter', 'response_type=code&state=a&state=a'],
    ['invalid_request', 'a malformed parameter', 'response_type=code&state=%ff'],
    ['invalid_request', 'a control character in the state', 'response_type=code&state=%00'],
    ['invalid_request', 'a state that is too long', `response_type=code&state=${'a'.repeat(2049)}`],
    ['invalid_request', 'a challenge without method', `response_type=code&code_challenge=abc`],
  ])('answers %s to %s', (error, _what, query) => {
    expect(judge(query)).toMatchObject({ error });
  });

  it('names an unknown scope only where it looks like one', () => {
    expect(judge('response_type=code&scope=user:all')).toMatchObject({
      description: expect.stringMatching(/^user:all is not a scope\./),
    });
    expect(judge('response_type=code&scope=%3Cscript%3E')).toMatchObject({
      description: expect.not.stringContaining('script'),
    });
  });

  it('describes every fault in the characters RFC 6749 §4.1.2.1 allows', () => {
    for (const query of ['', 'response_type=x', 'response_type=code&scope=%22', 'state=%ff']) {
      expect(judge(query)).toMatchObject({
        description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      });
    }
  });
});
