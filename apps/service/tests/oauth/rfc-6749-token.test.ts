import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { exchangeForm, exchangeJson } from '../../src/connect/testing/journeys.ts';
import { FORM, postForm, postJson, postRaw, readMember, refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

describe('the token endpoint', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);
  const codeForm = async () => ({ grant_type: 'authorization_code', ...(await player.code()) });
  const ownKey = () => ({ 'x-api-key': flow().partner.apiKey });
  const postText = async (operation: 'authorize' | 'token' | 'refresh', json: string) =>
    await postRaw(flow(), operation, { ...ownKey(), 'content-type': 'application/json' }, json);

  describe('RFC 6749 §3.2: a parameter that is repeated', () => {
    testRows([
      ...['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret'],
      ...['code_verifier', 'refresh_token', 'scope'],
    ])('in a form is invalid_request, and the code is not consumed', async (name) => {
      const form = await codeForm();
      const pairs = new URLSearchParams(form);
      const value = pairs.get(name) ?? 'a';
      if (!pairs.has(name)) pairs.append(name, value);
      pairs.append(name, value);
      expect(refusal(await postForm(flow(), 'token', String(pairs)))).toEqual([
        400,
        'invalid_request',
      ]);
      expect((await postForm(flow(), 'token', form)).statusCode).toBe(200);
    });

    testRows(['code=', 'co%64e=x', 'code'])(
      'is invalid_request if it is a second code, however it is written',
      async (pair) => {
        const form = new URLSearchParams(await codeForm());
        const answer = await postForm(flow(), 'token', `${pair}&${form}`);
        expect(refusal(answer)).toEqual([400, 'invalid_request']);
      },
    );

    testRows(['code', 'redirect_uri', 'grant_type', 'client_id'])(
      'in JSON is invalid_request, and the code is not consumed',
      async (name) => {
        const grant = { ...(await codeForm()), client_id: flow().partner.clientId };
        const json = JSON.stringify(grant);
        const again = JSON.stringify({ [name]: 'a' }).slice(1, -1);
        for (const text of [json.replace('{', `{${again},`), json.replace(/\}$/, `,${again}}`)]) {
          expect(refusal(await postText('token', text))).toEqual([400, 'invalid_request']);
        }
        expect((await postJson(flow(), 'token', grant)).statusCode).toBe(200);
      },
    );

    it('is invalid_request too if it is a code in JSON under an escaped name', async () => {
      const json = JSON.stringify(await player.code()).replace('{', '{"\\u0063ode":"a",');
      expect(refusal(await postText('token', json))).toEqual([400, 'invalid_request']);
    });

    it('is invalid_request if it is a refresh_token in JSON, and the token is not consumed', async () => {
      const { refresh_token } = await player.tokens();
      const json = JSON.stringify({ refresh_token }).replace('{', '{"refresh_token":"a",');
      expect(refusal(await postText('refresh', json))).toEqual([400, 'invalid_request']);
      expect((await postJson(flow(), 'refresh', { refresh_token })).statusCode).toBe(200);
    });

    it('starts nothing if it is a redirect_uri in JSON', async () => {
      const { redirectUri } = flow().partner;
      const json = JSON.stringify({ redirect_uri: redirectUri });
      const text = json.replace('{', '{"redirect_uri":"https://evil.example/",');
      expect(refusal(await postText('authorize', text))).toEqual([400, 'invalid_request']);
    });
  });

  testRows(['code_verifier', 'client_id', 'client_secret', 'scope', 'refresh_token', 'audience'])(
    'RFC 6749 §3.2: an optional parameter without a value counts as missing',
    async (name) => {
      const form = { ...(await codeForm()), [name]: '' };
      expect((await postForm(flow(), 'token', form)).statusCode).toBe(200);
    },
  );

  testRows(['grant_type', 'code', 'redirect_uri'])(
    'RFC 6749 §3.2: a required parameter without a value is missing',
    async (name) => {
      const form = { ...(await codeForm()), [name]: '' };
      expect(refusal(await postForm(flow(), 'token', form))).toEqual([400, 'invalid_request']);
    },
  );

  testRows(['exchange', 'refresh'])(
    'RFC 6749 §5.1: caches do not store the response',
    async (what) => {
      const { refresh_token } = await player.tokens();
      const answer =
        what === 'refresh'
          ? await postJson(flow(), 'refresh', { refresh_token })
          : await exchangeForm(flow(), await codeForm());
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        pragma: 'no-cache',
        'content-type': expect.stringMatching(/^application\/json/),
      });
    },
  );

  it('RFC 6749 §5.1: token_type is one that the resource server accepts', async () => {
    const tokens = (await exchangeForm(flow(), await codeForm())).json();
    const authorization = `${tokens.token_type} ${tokens.access_token}`;
    expect((await readMember(flow(), { authorization })).statusCode).toBe(200);
  });

  testRows([
    ['invalid_request', 400, 'grant_type=authorization_code'],
    ['invalid_grant', 400, 'grant_type=refresh_token&refresh_token=%22%5C%C3%A9'],
    ['unsupported_grant_type', 400, 'grant_type=%22%5C%C3%A9'],
    ['invalid_client', 401, 'grant_type=refresh_token&client_id=%22%5C&client_secret=%C3%A9'],
  ])('RFC 6749 §5.2: an error has the required body and headers', async (error, status, form) => {
    const headers = status === 401 ? {} : ownKey();
    const answer = await postForm(flow(), 'token', form, headers);
    expect(refusal(answer)).toEqual([status, error]);
    expect(Object.keys(answer.json())).toEqual(['error', 'error_description', 'error_uri']);
    expect(answer.json().error_uri).toContain(`/docs/errors/#${error}`);
    expect(answer.json().error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': expect.stringMatching(/^application\/json/),
    });
  });

  testRows([
    ['a code of its own form', `prc_${'A'.repeat(43)}`],
    ['a code cut short', null],
    ['a longest code', 'a'.repeat(512)],
    ['a pattern of SQL', "' or '1'='1"],
    ['a letter in another case', undefined],
  ])('RFC 6749 §5.2: another code is invalid_grant', async (_what, changed) => {
    const { code, redirect_uri } = await player.code();
    const near = changed === null ? code.slice(0, -1) : (changed ?? code.toUpperCase());
    const answer = await exchangeJson(flow(), { code: near, redirect_uri });
    expect(refusal(answer)).toEqual([400, 'invalid_grant']);
  });

  testRows([
    ['password', 'grant_type=password&username=mike&password=x'],
    ['client_credentials', 'grant_type=client_credentials'],
    ['the implicit grant', 'grant_type=implicit'],
    ['another case', 'grant_type=Authorization_Code&code=a&redirect_uri=b'],
  ])('RFC 9700 §2.4: no other grant type is supported', async (_what, form) => {
    expect(refusal(await postForm(flow(), 'token', form))).toEqual([400, 'unsupported_grant_type']);
  });

  it('RFC 6749 §3.2: shows its responses to no other site', async () => {
    const headers = { ...ownKey(), origin: 'https://evil.example', 'content-type': FORM };
    const answer = await postRaw(flow(), 'token', headers, 'grant_type=refresh_token');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
