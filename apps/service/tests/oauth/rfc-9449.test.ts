import { testRows } from '@partner-rating/table-tests';
import type { LightMyRequestResponse } from 'fastify';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { validQuery } from '../../src/connect/testing/journeys.ts';
import { editPartner } from '../../src/console/actions/partners.ts';
import { databases } from '../../src/testing/test-database.ts';
import { DpopKey, type ProofClaims } from './support/dpop-key.ts';
import { bearer, postForm, postJson, readMember, refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const TOKEN = '/partner/oauth/token';
const REFRESH = '/partner/oauth/refresh';
const PAR = '/partner/oauth/par';

describe('tokens that are bound to a key (DPoP)', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);
  let key: DpopKey;
  let otherKey: DpopKey;

  beforeAll(async () => {
    [key, otherKey] = [await DpopKey.generate(flow), await DpopKey.generate(flow)];
    await learnNonce();
  });

  const withKey = (proof: object) => ({ 'x-api-key': flow().partner.apiKey, ...proof });

  /** Status and code of an answer of the API. */
  const problem = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().code];

  const exchange = async (proof: object, code?: Record<string, string>) =>
    await postJson(flow(), 'token', code ?? (await player.code()), withKey(proof));

  /** What the service sends a client that has none, or an old one. */
  async function learnNonce(): Promise<LightMyRequestResponse> {
    key.nonce = undefined;
    const asked = await postJson(
      flow(),
      'refresh',
      { refresh_token: 'none' },
      withKey(await key.proof('POST', REFRESH)),
    );
    key.nonce = String(asked.headers['dpop-nonce']);
    otherKey.nonce = key.nonce;
    return asked;
  }

  async function boundTokens(): Promise<{ access_token: string; refresh_token: string }> {
    return (await exchange(await key.proof('POST', TOKEN))).json();
  }

  const push = async (fields: Record<string, string>, proof: object = {}) => {
    const { redirectUri: redirect_uri } = flow().partner;
    const form = { response_type: 'code', redirect_uri, ...fields };
    return await postForm(flow(), 'par', form, withKey(proof));
  };

  const refresh = async (refresh_token: string, proof: object) =>
    await postJson(flow(), 'refresh', { refresh_token }, withKey(proof));

  testRows(['ES256', 'Ed25519', 'EdDSA'])(
    '§5: is issued for a proof by each algorithm, and read with by the same key',
    async (algorithm) => {
      const ofAlgorithm = await DpopKey.generate(flow, algorithm);
      ofAlgorithm.nonce = key.nonce;
      const answer = await exchange(await ofAlgorithm.proof('POST', TOKEN));
      expect([answer.statusCode, answer.json().token_type]).toEqual([200, 'DPoP']);
      const member = await readMember(
        flow(),
        await ofAlgorithm.withToken(answer.json().access_token),
      );
      expect([member.statusCode, member.json().id]).toEqual([200, flow().player.memberId]);
    },
  );

  it('§5: is issued to a form, and refreshed by one', async () => {
    const form = { grant_type: 'authorization_code', ...(await player.code()) };
    const first = await postForm(flow(), 'token', form, withKey(await key.proof('POST', TOKEN)));
    expect(first.json()).toMatchObject({ token_type: 'DPoP', scope: expect.any(String) });
    const grant = { grant_type: 'refresh_token', refresh_token: first.json().refresh_token };
    const next = await postForm(flow(), 'token', grant, withKey(await key.proof('POST', TOKEN)));
    const read = await readMember(flow(), await key.withToken(next.json().access_token));
    expect([next.json().token_type, read.statusCode]).toEqual(['DPoP', 200]);
  });

  it('§5: is not issued without a proof: the token is one for Bearer, as before', async () => {
    const answer = await exchange({});
    expect([answer.statusCode, answer.json().token_type]).toEqual([200, 'Bearer']);
    expect((await readMember(flow(), bearer(answer.json().access_token))).statusCode).toBe(200);
  });

  it('§5.1: is offered by the metadata of the server and of the resource', async () => {
    for (const name of ['oauth-authorization-server', 'oauth-protected-resource']) {
      const metadata = (await flow().app.inject(`/.well-known/${name}/api/v1`)).json();
      expect(metadata.dpop_signing_alg_values_supported).toEqual(['ES256', 'Ed25519', 'EdDSA']);
    }
  });

  describe('a proof at the token endpoint', () => {
    const seconds = (offset: number) =>
      Math.floor(flow().dependencies.clock().getTime() / 1_000) + offset;

    testRows<[string, ProofClaims | (() => ProofClaims), object?]>([
      ['another htm', { htm: 'GET' }],
      ['htm in lower case', { htm: 'post' }],
      ['another htu', { htu: 'https://evil.example/api/v1/partner/oauth/token' }],
      ['the htu of another operation', { htu: 'http://localhost:3001/api/v1' }],
      ['an htu that is no address', { htu: 'token' }],
      ['no htu', { htu: undefined }],
      ['an iat that is too old', () => ({ iat: seconds(-61) })],
      ['an iat in the future', () => ({ iat: seconds(61) })],
      ['no iat', { iat: undefined }],
      ['no jti', { jti: undefined }],
      ['an empty jti', { jti: '' }],
      ['a jti of 256 characters', { jti: 'x'.repeat(256) }],
      ['another typ', {}, { typ: 'JWT' }],
      ['no typ', {}, { typ: undefined }],
      ['no jwk', {}, { jwk: undefined }],
    ])(
      '§4.3: 400 invalid_dpop_proof with an invalid proof, and the code stays good',
      async (_what, given, header = {}) => {
        const claims = typeof given === 'function' ? given() : given;
        const code = await player.code();
        const refused = await exchange(await key.proof('POST', TOKEN, claims, header), code);
        expect(refusal(refused)).toEqual([400, 'invalid_dpop_proof']);
        expect((await exchange(await key.proof('POST', TOKEN), code)).statusCode).toBe(200);
      },
    );

    it('§4.3: is taken with a query and a port in its htu, and a clock a minute off', async () => {
      for (const claims of [
        { htu: 'HTTP://LOCALHOST:3001/api/v1/partner/oauth/token?a=b#c' },
        { iat: seconds(-60) },
        { iat: seconds(60) },
      ]) {
        const answer = await exchange(await key.proof('POST', TOKEN, claims));
        expect(answer.statusCode).toBe(200);
      }
    });

    it('§4.3: 400 with alg none', async () => {
      const { dpop } = await key.proof('POST', TOKEN);
      const [head = '', payload] = dpop.split('.');
      const header = { ...JSON.parse(Buffer.from(head, 'base64url').toString()), alg: 'none' };
      const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
      for (const signature of ['', dpop.split('.')[2]]) {
        const refused = await exchange({ dpop: `${encoded}.${payload}.${signature}` });
        expect(refusal(refused)).toEqual([400, 'invalid_dpop_proof']);
      }
    });

    it('§4.3: 400 with alg HS256, and a key that everybody knows', async () => {
      const secret = Buffer.alloc(32, 7);
      const jwk = { kty: 'oct', k: secret.toString('base64url') };
      const dpop = await new SignJWT({ htm: 'POST', jti: 'a', iat: seconds(0), nonce: key.nonce })
        .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk })
        .sign(secret);
      expect(refusal(await exchange({ dpop }))).toEqual([400, 'invalid_dpop_proof']);
    });

    it('§4.3: 400 with a private key in its jwk', async () => {
      const { dpop } = await key.proof('POST', TOKEN);
      const [head = ''] = dpop.split('.');
      const { jwk } = JSON.parse(Buffer.from(head, 'base64url').toString());
      const proof = await key.proof('POST', TOKEN, {}, { jwk: { ...jwk, d: jwk.x } });
      expect(refusal(await exchange(proof))).toEqual([400, 'invalid_dpop_proof']);
    });

    it('§4.3: 400 where another key has signed it', async () => {
      const [theirs, ours] = [
        await otherKey.proof('POST', TOKEN),
        await key.proof('POST', TOKEN),
      ].map(({ dpop }) => dpop.split('.'));
      const dpop = [theirs?.[0], ours?.[1], ours?.[2]].join('.');
      expect(refusal(await exchange({ dpop }))).toEqual([400, 'invalid_dpop_proof']);
    });

    it('§4.3: 400 with two header fields', async () => {
      const dpop = [await key.proof('POST', TOKEN), await key.proof('POST', TOKEN)].map(
        (proof) => proof.dpop,
      );
      expect((await exchange({ dpop })).statusCode).toBe(400);
    });

    it('§11.1: 400 for the second request with it, and the code of the first stays good', async () => {
      const proof = await key.proof('POST', TOKEN);
      expect((await exchange(proof)).statusCode).toBe(200);
      const code = await player.code();
      expect(refusal(await exchange(proof, code))).toEqual([400, 'invalid_dpop_proof']);
      expect((await exchange(await key.proof('POST', TOKEN), code)).statusCode).toBe(200);
    });
  });

  describe('a nonce', () => {
    it('§8: is asked for with 400 use_dpop_nonce where there is none', async () => {
      const asked = await learnNonce();
      expect(refusal(asked)).toEqual([400, 'use_dpop_nonce']);
      expect(asked.headers['dpop-nonce']).toMatch(/^[A-Za-z0-9_-]{20,255}$/);
    });

    it('§8: that nobody made is refused, and the code stays good', async () => {
      const code = await player.code();
      for (const nonce of ['made-up', 'A'.repeat(300), 7]) {
        const refused = await exchange(await key.proof('POST', TOKEN, { nonce }), code);
        expect(refusal(refused)).toEqual([400, 'use_dpop_nonce']);
      }
      expect((await exchange(await key.proof('POST', TOKEN), code)).statusCode).toBe(200);
    });

    it('§8.2: is renewed by an answer once it is a minute old, and refused at five', async () => {
      await learnNonce();
      const first = await exchange(await key.proof('POST', TOKEN));
      expect(first.headers['dpop-nonce']).toBeUndefined();
      flow().advance(60);
      const renewing = await exchange(await key.proof('POST', TOKEN));
      expect(renewing.statusCode).toBe(200);
      expect(renewing.headers['dpop-nonce']).not.toBe(key.nonce);
      flow().advance(240);
      const stale = await exchange(await key.proof('POST', TOKEN));
      expect(refusal(stale)).toEqual([400, 'use_dpop_nonce']);
      await learnNonce();
    });

    it('§9: of the token endpoint is good at the API, which asks for one with 401', async () => {
      const { access_token } = await boundTokens();
      const none = await key.withToken(access_token, { nonce: undefined });
      const asked = await readMember(flow(), none);
      expect(problem(asked)).toEqual([401, 'use_dpop_nonce']);
      expect(asked.headers['dpop-nonce']).toBeDefined();
      expect(asked.headers['www-authenticate']).toMatch(
        /DPoP realm="partner-rating", error="use_dpop_nonce", algs="ES256 Ed25519 EdDSA"/,
      );
      const nonce = asked.headers['dpop-nonce'];
      const again = await readMember(flow(), await key.withToken(access_token, { nonce }));
      expect(again.statusCode).toBe(200);
    });
  });

  describe('a bound token at the API', () => {
    testRows<[string, ProofClaims]>([
      ['another ath', { ath: 'A'.repeat(43) }],
      ['no ath', { ath: undefined }],
      ['another htm', { htm: 'POST' }],
      ['another htu', { htu: 'http://localhost:3001/api/v1/partner/members' }],
    ])('§7.1: 401 invalid_dpop_proof with an invalid proof', async (_what, claims) => {
      const { access_token } = await boundTokens();
      const refused = await readMember(flow(), await key.withToken(access_token, claims));
      expect(problem(refused)).toEqual([401, 'invalid_dpop_proof']);
      expect(refused.headers['www-authenticate']).toContain('error="invalid_dpop_proof", algs=');
      expect((await readMember(flow(), await key.withToken(access_token))).statusCode).toBe(200);
    });

    it('§7.1: 401 with a proof by another key', async () => {
      const { access_token } = await boundTokens();
      const refused = await readMember(flow(), await otherKey.withToken(access_token));
      expect(problem(refused)).toEqual([401, 'invalid_dpop_proof']);
    });

    it('§7.1: 401 without a proof, and with two', async () => {
      const { access_token } = await boundTokens();
      const { authorization, dpop } = await key.withToken(access_token);
      for (const sent of [undefined, [dpop, (await key.withToken(access_token)).dpop]]) {
        const headers = { authorization, ...(sent !== undefined && { dpop: sent }) };
        const url = '/api/v1/partner/member';
        const refused = await flow().app.inject({ url, headers });
        expect(problem(refused)).toEqual([401, 'invalid_dpop_proof']);
      }
      expect((await readMember(flow(), { authorization, dpop })).statusCode).toBe(200);
    });

    it('§7.2: 401 as Bearer, with a proof or without', async () => {
      const { access_token } = await boundTokens();
      const { dpop } = await key.withToken(access_token);
      for (const headers of [bearer(access_token), { ...bearer(access_token), dpop }]) {
        const refused = await readMember(flow(), headers);
        expect(problem(refused)).toEqual([401, 'unauthenticated']);
        expect(refused.headers['www-authenticate']).toMatch(/Bearer [^,]*, error="invalid_token"/);
      }
    });

    it('§7.1: 401 as DPoP where the token is one for Bearer', async () => {
      const { access_token } = await player.tokens();
      const refused = await readMember(flow(), await key.withToken(access_token));
      expect(problem(refused)).toEqual([401, 'unauthenticated']);
      expect(refused.headers['www-authenticate']).toMatch(/DPoP [^,]*, error="invalid_token"/);
      expect((await readMember(flow(), bearer(access_token))).statusCode).toBe(200);
    });

    it('§7.1: 401 invalid_token where nobody issued the token', async () => {
      const refused = await readMember(flow(), await key.withToken(`pra_${'A'.repeat(43)}`));
      expect(refused.statusCode).toBe(401);
      expect(refused.headers['www-authenticate']).toMatch(/DPoP [^,]*, error="invalid_token"/);
    });

    it('§11.1: 401 for the second request with one proof', async () => {
      const { access_token } = await boundTokens();
      const headers = await key.withToken(access_token);
      expect((await readMember(flow(), headers)).statusCode).toBe(200);
      const refused = await readMember(flow(), headers);
      expect(problem(refused)).toEqual([401, 'invalid_dpop_proof']);
    });

    it('§7: reads with a query, which its htu leaves out', async () => {
      const { access_token } = await boundTokens();
      const answer = await readMember(flow(), await key.withToken(access_token), '?sport=padel');
      expect(answer.statusCode).toBe(200);
    });
  });

  describe('a refresh', () => {
    it('§5: by a client with a secret binds the new token to the key of its proof', async () => {
      const { refresh_token } = await boundTokens();
      const answer = await refresh(refresh_token, await otherKey.proof('POST', REFRESH));
      expect([answer.statusCode, answer.json().token_type]).toEqual([200, 'DPoP']);
      const { access_token } = answer.json();
      expect((await readMember(flow(), await otherKey.withToken(access_token))).statusCode).toBe(
        200,
      );
      expect((await readMember(flow(), await key.withToken(access_token))).statusCode).toBe(401);
    });

    it('§5: with a proof binds a token that was one for Bearer', async () => {
      const { refresh_token } = await player.tokens();
      const answer = await refresh(refresh_token, await key.proof('POST', REFRESH));
      expect(answer.json().token_type).toBe('DPoP');
    });

    it('is answered again for 30 seconds by the same tokens, to the same key', async () => {
      const { refresh_token } = await boundTokens();
      const lost = await refresh(refresh_token, await key.proof('POST', REFRESH));
      const again = await refresh(refresh_token, await key.proof('POST', REFRESH));
      expect(again.statusCode).toBe(200);
      expect(again.json().refresh_token).toBe(lost.json().refresh_token);
      const { access_token, token_type } = again.json();
      expect(token_type).toBe('DPoP');
      expect((await readMember(flow(), await key.withToken(access_token))).statusCode).toBe(200);
    });

    testRows<[string, () => Promise<object>]>([
      ['by another key', async () => await otherKey.proof('POST', REFRESH)],
      ['without a proof', async () => ({})],
    ])(
      'that is repeated by somebody else or late is 400 invalid_grant, and ends the connection',
      async (_what, proof) => {
        const { refresh_token } = await boundTokens();
        const first = await refresh(refresh_token, await key.proof('POST', REFRESH));
        const stolen = await refresh(refresh_token, await proof());
        expect(refusal(stolen)).toEqual([400, 'invalid_grant']);
        const { access_token } = first.json();
        expect((await readMember(flow(), await key.withToken(access_token))).statusCode).toBe(401);
      },
    );

    it('§8: that is asked for a nonce has not used its token up', async () => {
      const { refresh_token } = await boundTokens();
      const proof = await key.proof('POST', REFRESH, { nonce: undefined });
      expect(refusal(await refresh(refresh_token, proof))).toEqual([400, 'use_dpop_nonce']);
      const answer = await refresh(refresh_token, await key.proof('POST', REFRESH));
      expect(answer.statusCode).toBe(200);
    });
  });

  describe('an application that gets bound tokens only', () => {
    const require = async (requireDpop: boolean) =>
      await editPartner(flow().dependencies, flow().partner.clientId, { requireDpop });

    it('§5.2: is refused without a proof, and neither code nor refresh token is consumed', async () => {
      const { refresh_token } = await player.tokens();
      const code = await player.code();
      await require(true);
      const refused = [await exchange({}, code), await refresh(refresh_token, {})];
      const answers = [
        await exchange(await key.proof('POST', TOKEN), code),
        await refresh(refresh_token, await key.proof('POST', REFRESH)),
      ];
      await require(false);
      expect(refused.map(refusal)).toEqual([
        [400, 'invalid_dpop_proof'],
        [400, 'invalid_dpop_proof'],
      ]);
      expect(answers.map((answer) => answer.json().token_type)).toEqual(['DPoP', 'DPoP']);
      expect((await exchange({})).json().token_type).toBe('Bearer');
    });
  });

  describe('an authorization with dpop_jkt', () => {
    const codeOf = async (query: string) =>
      await player.code(Object.fromEntries(new URLSearchParams(query)));
    const codeOfPush = async () => {
      const pushed = await push({}, await key.proof('POST', PAR));
      return await player.code({ request_uri: pushed.json().request_uri });
    };
    testRows<[string, (jkt: { dpop_jkt: string }) => Promise<{ code: string }>]>([
      ['§10: in the address', async (jkt) => await player.code(jkt)],
      ['§10.1: by the server', async (jkt) => await codeOf(await player.startedQuery(jkt))],
      ['§10.1: pushed', async (jkt) => await codeOf(await player.pushedQuery(jkt))],
      ['§10.1: pushed with a proof in its place', codeOfPush],
    ])('gives a code for that key only', async (_where, codeFor) => {
      const { code } = await codeFor({ dpop_jkt: key.jkt });
      const grant = { code, redirect_uri: flow().partner.redirectUri };
      for (const proof of [{}, await otherKey.proof('POST', TOKEN)]) {
        expect(refusal(await exchange(proof, grant))).toEqual([400, 'invalid_grant']);
      }
      expect((await exchange(await key.proof('POST', TOKEN), grant)).statusCode).toBe(200);
    });

    it('§10: that is no thumbprint is refused as invalid_request', async () => {
      const back = await player.open({ ...validQuery(flow()), dpop_jkt: 'short' });
      expect(back.headers.location).toContain('error=invalid_request');
      const started = await postJson(flow(), 'authorize', {
        redirect_uri: flow().partner.redirectUri,
        dpop_jkt: 'short',
      });
      expect(refusal(started)).toEqual([400, 'invalid_request']);
      expect(refusal(await push({ dpop_jkt: 'short' }))).toEqual([400, 'invalid_request']);
    });

    it('§10.1: pushed with a proof of another key is refused as invalid_request', async () => {
      const proof = async () => await key.proof('POST', PAR);
      const other = await push({ dpop_jkt: otherKey.jkt }, await proof());
      expect(refusal(other)).toEqual([400, 'invalid_request']);
      expect((await push({ dpop_jkt: key.jkt }, await proof())).statusCode).toBe(201);
    });

    it('§10.1: pushed with a proof that is wrong is refused, and asked for a nonce', async () => {
      const forToken = await push({}, await key.proof('POST', TOKEN));
      expect(refusal(forToken)).toEqual([400, 'invalid_dpop_proof']);
      const used = await key.proof('POST', PAR);
      expect((await push({}, used)).statusCode).toBe(201);
      expect(refusal(await push({}, used))).toEqual([400, 'invalid_dpop_proof']);
      const asked = await push({}, await key.proof('POST', PAR, { nonce: undefined }));
      expect(refusal(asked)).toEqual([400, 'use_dpop_nonce']);
      expect(asked.headers['dpop-nonce']).toBeDefined();
    });
  });
});

describe.each(databases)('a used proof, on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const player = new ReturningPlayer(flow);

  it('§11.1: is taken once of many requests at the same time', async () => {
    const key = await DpopKey.generate(flow);
    const send = async (code: object, proof: object) => {
      const headers = { 'x-api-key': flow().partner.apiKey, ...proof };
      return await postJson(flow(), 'token', { ...code }, headers);
    };
    const asked = await send(await player.code(), await key.proof('POST', TOKEN));
    key.nonce = String(asked.headers['dpop-nonce']);
    const issued = await send(await player.code(), await key.proof('POST', TOKEN));
    const headers = await key.withToken(issued.json().access_token);
    const answers = await Promise.all(Array.from({ length: 8 }, () => readMember(flow(), headers)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});
