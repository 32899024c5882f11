import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Fetch } from '../core/transport-settings.ts';
import { PartnerRatingClient, TokenSession } from '../index.ts';
import { ExampleService } from '../testing/index.ts';
import { createDpop } from './index.ts';

const baseUrl = 'http://localhost:3001/api/v1';
const grant = { code: 'prc_x', redirect_uri: 'https://courtside.example/callback' };

interface Proof {
  header: { typ: string; alg: string; jwk: object };
  claims: { htm: string; htu: string; jti: string; iat: number; ath?: string; nonce?: string };
}

/** The proof of a request, once its signature was verified. */
async function proofOf({ headers = {} }: RequestInit): Promise<Proof> {
  const { dpop = '' } = headers as Record<string, string>;
  const [header, claims, signature] = dpop.split('.').map((part) => Buffer.from(part, 'base64url'));
  const proof: Proof = { header: JSON.parse(`${header}`), claims: JSON.parse(`${claims}`) };
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', proof.header.jwk as never, curve, true, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(dpop.slice(0, dpop.lastIndexOf('.')));
  const hash = { name: 'ECDSA', hash: 'SHA-256' };
  if (!signature || !(await crypto.subtle.verify(hash, key, signature, signed))) {
    throw new Error('The signature is not one by the key of the proof.');
  }
  return proof;
}

/** A service that asks for a nonce: the one given, of each request that has another. */
function nonceService(nonce: () => string) {
  const service = new ExampleService();
  const sent: { init: RequestInit; proof: Proof | null }[] = [];
  const fetch: Fetch = async (url, init, operation) => {
    const isProven = 'dpop' in (init.headers as object);
    const proof = isProven ? await proofOf(init) : null;
    sent.push({ init, proof });
    if (proof === null || proof.claims.nonce === nonce()) {
      const response = await service.fetch(url, init);
      response.headers.delete('dpop-nonce');
      return response;
    }
    const isOAuth = operation?.startsWith('oauth.');
    const body = isOAuth
      ? { error: 'use_dpop_nonce', error_description: 'Another nonce is needed.' }
      : { code: 'use_dpop_nonce', status: 401, title: '', detail: '', instance: '', type: '' };
    return Response.json(body, {
      status: isOAuth ? 400 : 401,
      headers: {
        'content-type': isOAuth ? 'application/json' : 'application/problem+json',
        'dpop-nonce': nonce(),
      },
    });
  };
  return { service, sent, fetch };
}

describe('the fetch of DPoP', () => {
  test('proves the key to the operations that issue tokens', async () => {
    const { sent, fetch } = nonceService(() => 'one');
    const dpop = await createDpop({ fetch });
    const client = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch: dpop.fetch });
    await client.oauth.exchangeToken(grant);
    await client.oauth.refresh({ refresh_token: 'prr_x' });
    const { header, claims } = sent[1]?.proof ?? {};
    expect(header).toMatchObject({ typ: 'dpop+jwt', alg: 'ES256', jwk: { crv: 'P-256' } });
    expect(header?.jwk).not.toHaveProperty('d');
    expect(claims).toMatchObject({
      htm: 'POST',
      htu: `${baseUrl}/partner/oauth/token`,
      nonce: 'one',
    });
    expect(claims).not.toHaveProperty('ath');
    expect(sent[2]?.proof?.claims.htu).toBe(`${baseUrl}/partner/oauth/refresh`);
  });

  test('sends an access token as DPoP, with its hash and without the query', async () => {
    const { sent, fetch } = nonceService(() => 'one');
    const dpop = await createDpop({ fetch });
    const player = new PartnerRatingClient({ accessToken: 'pra_x', baseUrl, fetch: dpop.fetch });
    await player.members.get(undefined, { sport: ['padel'] });
    const { init, proof } = sent.at(-1) ?? {};
    expect(init?.headers).toMatchObject({ authorization: 'DPoP pra_x' });
    expect(proof?.claims).toMatchObject({
      htm: 'GET',
      htu: `${baseUrl}/partner/member`,
      ath: createHash('sha256').update('pra_x').digest('base64url'),
    });
  });

  test('leaves a call with an API key as it is', async () => {
    const { sent, fetch } = nonceService(() => 'one');
    const dpop = await createDpop({ fetch });
    const client = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch: dpop.fetch });
    await client.usage.get();
    expect(sent.map(({ proof }) => proof)).toEqual([null]);
    expect(sent[0]?.init.headers).toMatchObject({ 'x-api-key': 'prk_test' });
  });

  test('asks for a nonce once for each service, keeps it, and takes a new one at once', async () => {
    let nonce = 'one';
    const { sent, fetch } = nonceService(() => nonce);
    const dpop = await createDpop({ fetch });
    const player = new PartnerRatingClient({ accessToken: 'pra_x', baseUrl, fetch: dpop.fetch });
    await player.members.get();
    await player.members.get();
    nonce = 'two';
    await player.members.get();
    const elsewhere = new PartnerRatingClient({
      accessToken: 'pra_x',
      baseUrl: 'http://127.0.0.1:3001/api/v1',
      fetch: dpop.fetch,
    });
    await elsewhere.members.get();
    const nonces = sent.map(({ proof }) => proof?.claims.nonce);
    expect(nonces).toEqual([undefined, 'one', 'one', 'one', 'two', undefined, 'two']);
    const identifiers = sent.map(({ proof }) => proof?.claims.jti);
    expect(new Set(identifiers).size).toBe(sent.length);
  });

  test('gives up where the service asks for a nonce again and again', async () => {
    const { sent, fetch } = nonceService(() => crypto.randomUUID());
    const dpop = await createDpop({ fetch });
    const player = new PartnerRatingClient({ accessToken: 'pra_x', baseUrl, fetch: dpop.fetch });
    await expect(player.members.get()).rejects.toMatchObject({
      statusCode: 401,
      code: 'use_dpop_nonce',
    });
    expect(sent).toHaveLength(2);
  });

  test('lets a session replace a token that is bound to an earlier key', async () => {
    const { service, fetch } = nonceService(() => 'one');
    const dpop = await createDpop({ fetch });
    const settings = { baseUrl, fetch: dpop.fetch };
    const { oauth } = new PartnerRatingClient({ apiKey: 'prk_test', ...settings });
    const stored = { ...(await oauth.exchangeToken(grant)), access_token: 'pra_old' };
    const tokens = { ...stored, expires_at: Date.now() / 1_000 + 3_600 };
    const store = { load: async () => tokens, save: async () => {} };
    const session = new TokenSession({ oauth, store });
    const player = new PartnerRatingClient({ accessToken: session.accessToken, ...settings });
    service.answer('members.get', 'error-invalid_dpop_proof', 'members.get');
    await expect(player.members.get()).resolves.toHaveProperty('id');
    expect(service.requests.map(({ operation }) => operation)).toEqual([
      'oauth.exchangeToken',
      'members.get',
      'oauth.refresh',
      'members.get',
    ]);
  });
});

describe('the keys of DPoP', () => {
  test('are a new pair, whose private key nobody can read out', async () => {
    const [one, other] = [await createDpop(), await createDpop()];
    expect(one.thumbprint).not.toBe(other.thumbprint);
    expect(one.keyPair.privateKey.extractable).toBe(false);
  });

  test('may be given, and have the same thumbprint then (RFC 7638 §3)', async () => {
    const { keyPair, thumbprint } = await createDpop();
    const again = await createDpop({ keyPair });
    expect([again.keyPair, again.thumbprint]).toEqual([keyPair, thumbprint]);
    const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', keyPair.publicKey as never);
    const canonical = `{"crv":"${crv}","kty":"${kty}","x":"${x}","y":"${y}"}`;
    expect(thumbprint).toBe(createHash('sha256').update(canonical).digest('base64url'));
  });

  test('of another curve are refused', async () => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-384' };
    const keyPair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
    await expect(createDpop({ keyPair })).rejects.toThrow(TypeError);
  });
});
