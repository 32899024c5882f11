import { createHash } from 'node:crypto';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { formFields } from '../../src/connect/testing/browser-session.ts';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import {
  exchangeForm,
  exchangeJson,
  pkce,
  returned,
  startAuthorization,
  validQuery,
} from '../../src/connect/testing/journeys.ts';
import { refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

describe('PKCE', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);
  const challenge = (code_challenge = pkce.challenge) => ({
    code_challenge,
    code_challenge_method: 'S256',
  });
  const codeFor = (verifier: string) => player.code(challenge(s256(verifier)));

  // Each has a matching challenge, so that only the grammar can refuse it.
  testRows([
    ['42 characters', 'a'.repeat(42), 'invalid_grant'],
    ['one character', 'a', 'invalid_grant'],
    ['129 characters', 'a'.repeat(129), 'invalid_request'],
    ['a space in it', `${'a'.repeat(43)} `, 'invalid_grant'],
    ['a plus sign in it', `${'a'.repeat(43)}+`, 'invalid_grant'],
    ['a slash in it', `${'a'.repeat(43)}/`, 'invalid_grant'],
    ['padding', `${'a'.repeat(43)}=`, 'invalid_grant'],
    ['a percent sign in it', `${'a'.repeat(43)}%41`, 'invalid_grant'],
    ['a letter outside ASCII', `${'a'.repeat(43)}é`, 'invalid_grant'],
    ['a line break at the end', `${'a'.repeat(43)}\n`, 'invalid_grant'],
  ])('RFC 7636 §4.1: another verifier is refused', async (_what, code_verifier, error) => {
    const grant = await codeFor(code_verifier);
    expect(refusal(await exchangeJson(flow(), { ...grant, code_verifier }))).toEqual([400, error]);
  });

  testRows([
    ['plain', { ...challenge(), code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge: pkce.challenge }],
    ['the method in lower case', { ...challenge(), code_challenge_method: 's256' }],
    ['a longer hash', { ...challenge(), code_challenge_method: 'S512' }],
    ['two methods', { ...challenge(), code_challenge_method: 'S256 plain' }],
    ['a method without challenge', { code_challenge_method: 'S256' }],
    ['a challenge of 42 characters', challenge('a'.repeat(42))],
    ['a challenge of 44 characters', challenge('a'.repeat(44))],
    ['a challenge with padding', challenge(`${'a'.repeat(42)}=`)],
    ['a challenge in base64', challenge(`${'a'.repeat(42)}+`)],
    ['a challenge in hexadecimal', challenge(createHash('sha256').update('a').digest('hex'))],
    ['the verifier for a challenge', challenge('a'.repeat(128))],
  ])(
    'RFC 7636 §4.4.1: another challenge is invalid_request with both starts',
    async (_what, parameters) => {
      const back = returned(await player.open({ ...validQuery(flow()), ...parameters }));
      expect([back.get('error'), back.has('code')]).toEqual(['invalid_request', false]);
      expect(refusal(await startAuthorization(flow(), parameters))).toEqual([
        400,
        'invalid_request',
      ]);
    },
  );

  describe('RFC 7636 §4.6: a code that was requested with a challenge', () => {
    testRows([
      ['without a verifier', {}],
      ['with an empty verifier', { code_verifier: '' }],
      ['with the challenge as the verifier', { code_verifier: pkce.challenge }],
      ['with the verifier in another case', { code_verifier: pkce.verifier.toLowerCase() }],
      ['with the verifier cut short', { code_verifier: `${pkce.verifier.slice(0, -1)}A` }],
      ['with something added to the verifier', { code_verifier: `${pkce.verifier}k` }],
    ])('is neither exchanged nor consumed without its verifier', async (_what, verifier) => {
      const grant = { grant_type: 'authorization_code', ...(await player.code(challenge())) };
      expect(refusal(await exchangeForm(flow(), { ...grant, ...verifier }))).toEqual([
        400,
        'invalid_grant',
      ]);
      const right = await exchangeForm(flow(), { ...grant, code_verifier: pkce.verifier });
      expect(right.statusCode).toBe(200);
    });

    it('accepts the verifier of no other authorization (RFC 9700 §4.5.3)', async () => {
      const [mine, theirs] = ['m'.repeat(43), 't'.repeat(43)];
      const grant = await codeFor(mine);
      await codeFor(theirs);
      const answer = await exchangeJson(flow(), { ...grant, code_verifier: theirs });
      expect(refusal(answer)).toEqual([400, 'invalid_grant']);
    });

    it('keeps the challenge that the partner’s server sent, whatever is added', async () => {
      const query = await player.startedQuery(challenge());
      const added = new URLSearchParams(challenge(s256('e'.repeat(43))));
      const back = await player.decide('allow', `${query}&${added}`);
      const { redirectUri } = flow().partner;
      const grant = { code: returned(back).get('code'), redirect_uri: redirectUri };
      const evil = await exchangeJson(flow(), { ...grant, code_verifier: 'e'.repeat(43) });
      expect(refusal(evil)).toEqual([400, 'invalid_grant']);
      const right = await exchangeJson(flow(), { ...grant, code_verifier: pkce.verifier });
      expect(right.statusCode).toBe(200);
    });
  });

  it('RFC 9700 §4.8.2: a challenge that was removed from the consent form fails at the exchange', async () => {
    const page = await player.open({ ...validQuery(flow()), ...challenge() });
    const authorization = new URLSearchParams(
      formFields(page.body, '/connect/consent').get('authorization') ?? '',
    );
    authorization.delete('code_challenge');
    authorization.delete('code_challenge_method');
    const back = await player.browser.submit(page, '/connect/consent', {
      decision: 'allow',
      authorization: authorization.toString(),
    });
    const grant = { code: returned(back).get('code'), redirect_uri: flow().partner.redirectUri };
    const answer = await exchangeJson(flow(), { ...grant, code_verifier: pkce.verifier });
    expect(refusal(answer)).toEqual([400, 'invalid_grant']);
  });
});
