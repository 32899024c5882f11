import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { exchangeJson, pkce, returned, validQuery } from '../../src/connect/testing/journeys.ts';
import { FORM, postRaw } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

describe('the authorization endpoint', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);
  const open = (query: Record<string, string> | string) => player.open(query);
  const valid = () => new URLSearchParams(validQuery(flow())).toString();

  describe('RFC 6749 §3.1: a parameter that is repeated', () => {
    testRows([
      ['with another value', 'scope=user:profile:read&scope=user:rating:read'],
      ['with the same value', 'scope=user:profile:read&scope=user:profile:read'],
      ['with an empty value', 'scope=&scope=user:profile:read'],
      ['without a value', 'scope&scope=user:profile:read'],
      ['under an encoded name', 'scope=user:profile:read&%73%63ope=user:profile:read'],
      ['three times', 'scope=user:profile:read&scope=user:profile:read&scope=user:profile:read'],
      ['apart', 'code_challenge_method=S256&a=b&code_challenge_method=S256'],
    ])('is invalid_request', async (_what, pairs) => {
      const back = returned(await open(`${valid()}&${pairs}`));
      expect(back.get('error')).toBe('invalid_request');
      expect(back.get('state')).toBe(validQuery(flow()).state);
    });

    it('is invalid_request if it is the state itself, and no state comes back', async () => {
      const back = returned(await open(`${valid()}&state=other`));
      expect(back.get('error')).toBe('invalid_request');
      expect(back.has('state')).toBe(false);
    });

    testRows(['client_id=rally-league', 'redirect_uri=https://rally.example/callback'])(
      'causes an error page if it is the client_id or the redirect_uri',
      async (pair) => {
        for (const query of [`${valid()}&${pair}`, `${pair}&${valid()}`]) {
          const answer = await open(query);
          expect(answer.statusCode).toBe(400);
          expect(answer.headers.location).toBeUndefined();
        }
      },
    );

    it('is ignored if it is unknown', async () => {
      expect((await open(`${valid()}&display=page&display=popup`)).statusCode).toBe(200);
    });
  });

  testRows(['scope', 'state', 'code_challenge', 'code_challenge_method'])(
    'RFC 6749 §3.1: a parameter without a value counts as missing',
    async (name) => {
      const back = returned(await player.allow({ [name]: '' }));
      const redirect_uri = flow().partner.redirectUri;
      const tokens = await exchangeJson(flow(), { code: back.get('code'), redirect_uri });
      expect(tokens.json().scope).toEqual(['user:profile:read', 'user:rating:read']);
    },
  );

  testRows([
    ...['token', 'id_token', 'none', 'code token', 'code id_token', 'CODE', 'code code', ' code'],
  ])(
    'RFC 6749 §3.1.1: another response_type is unsupported_response_type',
    async (response_type) => {
      const back = returned(await open({ ...validQuery(flow()), response_type }));
      expect(back.get('error')).toBe('unsupported_response_type');
      expect(back.has('code')).toBe(false);
    },
  );

  it('refuses unsupported parameters that a client would rely on with the right error, before the player is asked', async () => {
    const errors: Record<string, string> = {};
    const asked = [
      ['prompt', 'none'],
      ['prompt', 'none login'],
      ['prompt', 'login'],
      ['prompt', 'consent login'],
      ['prompt', 'create'],
      ['max_age', '0'],
      ['response_mode', 'form_post'],
      ['response_mode', 'fragment'],
      ['response_mode', 'query.jwt'],
      ['request', 'eyJhbGciOiJub25lIn0.e30.'],
      ['request_uri', 'https://courtside.example/request.jwt'],
      ['authorization_details', '[{"type":"payment"}]'],
    ] as const;
    for (const [name, value] of asked) {
      const answer = await open({ ...validQuery(flow()), [name]: value });
      const back = returned(answer);
      expect([answer.statusCode, back.get('state')]).toEqual([303, validQuery(flow()).state]);
      errors[`${name}=${value}`] = back.get('error') ?? '';
    }
    expect(errors).toEqual({
      // OpenID Connect Core 1.0 §3.1.2.6
      'prompt=none': 'interaction_required',
      'prompt=none login': 'invalid_request',
      'prompt=login': 'login_required',
      'prompt=consent login': 'login_required',
      'prompt=create': 'invalid_request',
      'max_age=0': 'login_required',
      // RFC 6749 §4.1.2.1
      'response_mode=form_post': 'invalid_request',
      'response_mode=fragment': 'invalid_request',
      'response_mode=query.jwt': 'invalid_request',
      // RFC 9101 §10.5, RFC 9396 §14.6
      'request=eyJhbGciOiJub25lIn0.e30.': 'request_not_supported',
      'request_uri=https://courtside.example/request.jwt': 'request_uri_not_supported',
      'authorization_details=[{"type":"payment"}]': 'invalid_authorization_details',
    });
  });

  it('does not redirect such an error to an unregistered address', async () => {
    for (const extra of [{ prompt: 'none' }, { request_uri: 'https://evil.example/' }]) {
      const query = { ...validQuery(flow()), redirect_uri: 'https://evil.example/', ...extra };
      const answer = await open(query as Record<string, string>);
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    }
  });

  it('RFC 6749 §3.1: ignores a hint, and a request for the default behavior', async () => {
    const hints = {
      prompt: 'consent select_account',
      response_mode: 'query',
      nonce: 'n',
      display: 'popup',
      claims: '{"userinfo":{"email":null}}',
      id_token_hint: 'eyJhbGciOiJub25lIn0.e30.',
      login_hint: 'mike@example.com',
      acr_values: '2',
      ui_locales: 'de',
      resource: 'https://api.example/',
      max_age: '',
      request: '',
    };
    expect(returned(await player.allow(hints)).has('code')).toBe(true);
  });

  it('RFC 6749 §3.1: a form that is posted to it starts nothing', async () => {
    const headers = { 'x-api-key': flow().partner.apiKey, 'content-type': FORM };
    const answer = await postRaw(flow(), 'authorize', headers, valid());
    expect(answer.statusCode).toBe(415);
  });

  it('RFC 6749 §4.1.2: a code has 256 random bits and is never repeated', async () => {
    const codes = [(await player.code()).code, (await player.code()).code];
    expect(codes[0]).toMatch(/^prc_[A-Za-z0-9_-]{43}$/);
    expect(codes[0]).not.toBe(codes[1]);
  });

  testRows([
    ['unsupported_response_type', { response_type: '"\\\u00e9' }],
    ['invalid_scope', { scope: '<b>"\\\u00e9' }],
    ['invalid_request', { code_challenge: pkce.challenge, code_challenge_method: '"\\\u00e9' }],
    ['invalid_request', { state: '\u0001' }],
  ])('RFC 6749 §4.1.2.1: describes an error in the allowed characters', async (error, changes) => {
    const back = returned(await open({ ...validQuery(flow()), ...changes }));
    expect(back.get('error')).toBe(error);
    expect(back.get('error_description')).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it('RFC 6749 §10.2: an application cannot use another application’s key', async () => {
    const { clientId } = flow().otherPartner;
    const query = await player.startedQuery();
    const answer = await open(query.replace(flow().partner.clientId, clientId));
    expect(answer.statusCode).toBe(400);
    expect(answer.headers.location).toBeUndefined();
  });
});
