import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { createKey, revokePartnerKey } from '../../src/console/actions/keys.ts';
import { basic, type Headers, postForm, postJson, refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const everyCharacter = (text: string) =>
  Buffer.from(text)
    .toString('hex')
    .replace(/../g, (byte) => `%${byte}`);

describe('client authentication', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);
  const client = () => ({ id: flow().partner.clientId, key: flow().partner.apiKey });
  const codeForm = async () => ({
    grant_type: 'authorization_code',
    ...(await player.code()),
  });

  const refreshForm = async () => {
    const { refresh_token } = await player.tokens();
    return { grant_type: 'refresh_token', refresh_token };
  };
  const pushForm = async () => ({
    response_type: 'code',
    redirect_uri: flow().partner.redirectUri,
  });
  const revocationForm = async () => ({ token: (await player.tokens()).access_token });

  describe.each([
    ['the exchange of a code', 'token', codeForm],
    ['the refresh', 'token', refreshForm],
    ['the pushed request', 'par', pushForm],
    ['the revocation', 'revoke', revocationForm],
  ] as const)('RFC 6749 §2.3.1 at %s', (_what, operation, newForm) => {
    /** Returns the responses to a secret as client_secret_basic and as client_secret_post. */
    const answersTo = async (secret: string) => {
      const { id } = client();
      const post = { ...(await newForm()), client_id: id, client_secret: secret };
      return [
        await postForm(flow(), operation, await newForm(), basic(id, secret)),
        await postForm(flow(), operation, post, {}),
      ];
    };

    it('accepts client_secret_basic and client_secret_post', async () => {
      const answers = await answersTo(client().key);
      const success = operation === 'par' ? 201 : 200;
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([success, success]);
    });

    it('refuses an unknown secret in both', async () => {
      const answers = await answersTo(`prk_${'a'.repeat(43)}`);
      expect(answers.map(refusal)).toEqual(Array(2).fill([401, 'invalid_client']));
    });

    it('refuses two ways at once', async () => {
      const { id, key } = client();
      const post = { client_id: id, client_secret: key };
      const answers = [
        await postForm(flow(), operation, { ...(await newForm()), ...post }, basic(id, key)),
        await postForm(flow(), operation, await newForm(), { 'x-api-key': key, ...basic(id, key) }),
      ];
      expect(answers.map(refusal)).toEqual(Array(2).fill([400, 'invalid_request']));
    });
  });

  describe('RFC 6749 §2.3.1: Basic', () => {
    testRows<[string, (id: string, key: string) => Headers]>([
      ['with every character encoded', (id, key) => basic(everyCharacter(id), everyCharacter(key))],
      ['with upper-case encoding', (id, key) => basic(id.replaceAll('-', '%2D'), key)],
      ['with lower-case encoding', (id, key) => basic(id.replaceAll('-', '%2d'), key)],
      [
        'in lower case (RFC 9110 §11.1)',
        (id, key) => ({ authorization: basic(id, key).authorization.replace('Basic', 'basic') }),
      ],
      [
        'in upper case',
        (id, key) => ({ authorization: basic(id, key).authorization.replace('Basic', 'BASIC') }),
      ],
    ])('names the application in any encoding', async (_what, headers) => {
      const { id, key } = client();
      const answer = await postForm(flow(), 'token', await codeForm(), headers(id, key));
      expect(answer.statusCode).toBe(200);
    });

    testRows<[string, (id: string, key: string) => Headers]>([
      ['without a colon', (id) => ({ authorization: `Basic ${btoa(id)}` })],
      ['that is not base64', () => ({ authorization: 'Basic 🏓🏓'.replace(/[^\x20-\x7e]/g, '~') })],
      ['that is empty', () => ({ authorization: 'Basic ' })],
      ['with a broken encoding', (id, key) => basic(`${id}%`, key)],
      ['encoded twice', (id, key) => basic(everyCharacter(everyCharacter(id)), key)],
      ['without the password', (id) => basic(id, '')],
      ['without the user name', (_id, key) => basic('', key)],
      ['with the two exchanged', (id, key) => basic(key, id)],
      ['with the client_id in another letter case', (id, key) => basic(id.toUpperCase(), key)],
      ['with the key in another letter case', (id, key) => basic(id, key.toLowerCase())],
      ['with a space behind the key', (id, key) => basic(id, `${key}+`)],
      ['with something added', (id, key) => basic(id, `${key}:x`)],
      ['with the client_id of another', (_id, key) => basic('rally-league', key)],
    ])('is invalid_client in another form', async (_what, headers) => {
      const { id, key } = client();
      const answer = await postForm(flow(), 'token', await codeForm(), headers(id, key));
      expect(refusal(answer)).toEqual([401, 'invalid_client']);
      expect(answer.headers['www-authenticate']).toContain('Basic realm=');
    });

    it('next to its own client_id is accepted', async () => {
      const { id, key } = client();
      const form = { ...(await codeForm()), client_id: id };
      expect((await postForm(flow(), 'token', form, basic(id, key))).statusCode).toBe(200);
    });
  });

  testRows<[string, (id: string, key: string) => Headers]>([
    ['by Basic', basic],
    ['in a header', (_id, key) => ({ 'x-api-key': key })],
    ['in the body', () => ({})],
  ])(
    'a key next to the client_id of another application is invalid_client',
    async (way, headers) => {
      const { id, key } = client();
      const other = { client_id: flow().otherPartner.clientId };
      const secret = way === 'in the body' ? { client_secret: key } : {};
      const form = { ...(await codeForm()), ...other, ...secret };
      const answer = await postForm(flow(), 'token', form, headers(id, key));
      expect(refusal(answer)).toEqual([401, 'invalid_client']);
    },
  );

  it('RFC 6749 §5.2: a revoked or expired key is invalid_client in header, Basic, and body', async () => {
    const { dependencies } = flow();
    const { id } = client();
    const revoked = await createKey(dependencies, { clientId: id });
    await revokePartnerKey(dependencies, revoked.keyId);
    const expired = await createKey(dependencies, {
      clientId: id,
      expiresAt: dependencies.clock(),
    });
    for (const { apiKey } of [revoked, expired]) {
      const post = { ...(await codeForm()), client_id: id, client_secret: apiKey };
      for (const answer of [
        await postForm(flow(), 'token', await codeForm(), { 'x-api-key': apiKey }),
        await postForm(flow(), 'token', await codeForm(), basic(id, apiKey)),
        await postForm(flow(), 'token', post, {}),
      ]) {
        expect(refusal(answer)).toEqual([401, 'invalid_client']);
      }
    }
  });

  it('RFC 6749 §2.3.1: a secret in the address is refused, not read', async () => {
    const { id, key } = client();
    const answer = await flow().app.inject({
      method: 'POST',
      url: `/api/v1/partner/oauth/token?client_id=${id}&client_secret=${key}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(await codeForm()).toString(),
    });
    expect([400, 401]).toContain(answer.statusCode);
    expect(answer.body).not.toContain(key);
  });

  it('RFC 6749 §2.3: a player’s session does not name an application', async () => {
    const cookie = [...player.browser.cookies].map(([name, value]) => `${name}=${value}`).join(';');
    const answer = await postForm(flow(), 'token', await codeForm(), { cookie });
    expect(refusal(answer)).toEqual([401, 'invalid_client']);
  });

  it('RFC 6749 §4.1.3: any key of its application can exchange a code', async () => {
    const { apiKey } = await createKey(flow().dependencies, { clientId: client().id, scopes: [] });
    const answer = await postForm(flow(), 'token', await codeForm(), { 'x-api-key': apiKey });
    expect(answer.statusCode).toBe(200);
  });

  it('oauth.authorize: accepts neither Basic nor a secret in the body, unlike a pushed request', async () => {
    const { id, key } = client();
    const body = { redirect_uri: flow().partner.redirectUri };
    const byHeader = await postJson(flow(), 'authorize', body, basic(id, key));
    expect(refusal(byHeader)).toEqual([401, 'invalid_client']);
    const post = { ...body, client_id: id, client_secret: key };
    const byBody = await postJson(flow(), 'authorize', post, {});
    expect(refusal(byBody)).toEqual([401, 'invalid_client']);
  });
});
