import { testRows } from '@partner-rating/table-tests';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { describe, expect, it } from 'vitest';
import { insecure, useDiscoveredService } from './support/discovered-service.ts';

// OAuth clients that others wrote, with tokens that are bound to a key (RFC 9449).
const discovered = useDiscoveredService();

describe('oauth4webapi with DPoP', () => {
  const authentication = () => oauth.ClientSecretBasic(discovered().service.partner.apiKey);

  /** Sends what the work sends, and again where it is asked for a nonce; gives how often. */
  async function withNonce<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
    try {
      return [await work(), 1];
    } catch (error) {
      if (!oauth.isDPoPNonceError(error)) throw error;
      return [await work(), 2];
    }
  }

  async function exchange(dpop: oauth.DPoPHandle) {
    const { server, service, client } = discovered();
    const { callback, verifier, state } = await discovered().authorize('allow', {
      dpop_jkt: await dpop.calculateThumbprint(),
    });
    const parameters = oauth.validateAuthResponse(server, client, callback, state);
    const { redirectUri } = service.partner;
    const grant = [server, client, authentication(), parameters, redirectUri, verifier] as const;
    return await withNonce(async () => {
      const answer = await oauth.authorizationCodeGrantRequest(...grant, {
        DPoP: dpop,
        ...insecure,
      });
      return await oauth.processAuthorizationCodeResponse(server, client, answer);
    });
  }

  async function read(accessToken: string, dpop: oauth.DPoPHandle) {
    const request = [accessToken, 'GET', discovered().memberAddress, undefined, undefined] as const;
    return await withNonce(
      async () => await oauth.protectedResourceRequest(...request, { DPoP: dpop, ...insecure }),
    );
  }

  testRows(['ES256', 'Ed25519'])(
    'RFC 9449: connects, reads and refreshes by each algorithm, asked for a nonce once',
    async (algorithm) => {
      const { server, client } = discovered();
      expect(server.dpop_signing_alg_values_supported).toContain(algorithm);
      const keyPair = await oauth.generateKeyPair(algorithm);
      const dpop = oauth.DPoP(client, keyPair);
      const [tokens, exchanges] = await exchange(dpop);
      expect([tokens.token_type, exchanges]).toEqual(['dpop', 2]);
      const [member, reads] = await read(tokens.access_token, dpop);
      expect(await member.json()).toMatchObject({ firstName: 'Mike' });
      expect(reads).toBe(1);

      const grant = [server, client, authentication(), tokens.refresh_token ?? ''] as const;
      const answer = await oauth.refreshTokenGrantRequest(...grant, { DPoP: dpop, ...insecure });
      const refreshed = await oauth.processRefreshTokenResponse(server, client, answer);
      expect(refreshed.token_type).toBe('dpop');
      // As after a restart: the key is the same, and the nonce is forgotten.
      const [again, attempts] = await read(refreshed.access_token, oauth.DPoP(client, keyPair));
      expect([again.status, attempts]).toEqual([200, 2]);
    },
  );

  it('RFC 9449 §7.1: learns from the challenge that its key is another', async () => {
    const { client } = discovered();
    const [tokens] = await exchange(oauth.DPoP(client, await oauth.generateKeyPair('ES256')));
    const other = oauth.DPoP(client, await oauth.generateKeyPair('ES256'));
    await expect(read(tokens.access_token, other)).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      status: 401,
      cause: expect.arrayContaining([
        {
          scheme: 'dpop',
          parameters: expect.objectContaining({
            error: 'invalid_dpop_proof',
            algs: 'ES256 Ed25519 EdDSA',
          }),
        },
      ]),
    });
  });
});

describe('openid-client', () => {
  async function discover(): Promise<openid.Configuration> {
    const { service } = discovered();
    const { clientId, apiKey } = service.partner;
    return await openid.discovery(
      new URL(service.baseUrl),
      clientId,
      undefined,
      openid.ClientSecretPost(apiKey),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
  }

  /** Pushes a request (RFC 9126) and exchanges the code that the player brings back. */
  async function connect(configuration: openid.Configuration, dpop?: openid.DPoPOptions) {
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const parameters = {
      redirect_uri: discovered().service.partner.redirectUri,
      scope: 'user:profile:read',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    };
    const address = await openid.buildAuthorizationUrlWithPAR(configuration, parameters, dpop);
    expect([...address.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    const callback = await discovered().decide('allow', address);
    const checks = { pkceCodeVerifier, expectedState };
    const exchange = async (options?: openid.DPoPOptions) =>
      await openid.authorizationCodeGrant(configuration, callback, checks, undefined, options);
    return { exchange };
  }

  it('RFC 9126: pushes its request, connects and reads', async () => {
    const configuration = await discover();
    const { access_token, token_type } = await (await connect(configuration)).exchange();
    expect(token_type).toBe('bearer');
    const request = [access_token, discovered().memberAddress, 'GET'] as const;
    const member = await openid.fetchProtectedResource(configuration, ...request);
    expect(await member.json()).toMatchObject({ firstName: 'Mike' });
  });

  it('RFC 9449 §10.1: pushes with a proof, and gets a code for the key of it alone', async () => {
    const configuration = await discover();
    const newKey = async () =>
      openid.getDPoPHandle(configuration, await openid.randomDPoPKeyPair('ES256'));
    const [DPoP, another] = [await newKey(), await newKey()];
    const { exchange } = await connect(configuration, { DPoP });
    for (const options of [undefined, { DPoP: another }]) {
      await expect(exchange(options)).rejects.toMatchObject({
        status: 400,
        error: 'invalid_grant',
      });
    }
    expect((await exchange({ DPoP })).token_type).toBe('dpop');
  });

  it('RFC 9449: connects, reads and refreshes', async () => {
    const { memberAddress } = discovered();
    const configuration = await discover();
    const handle = openid.getDPoPHandle(configuration, await openid.randomDPoPKeyPair('ES256'));
    const dpop = { DPoP: handle };
    const { callback, verifier, state } = await discovered().authorize('allow');
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await openid.authorizationCodeGrant(
      configuration,
      callback,
      checks,
      undefined,
      dpop,
    );
    expect(tokens.token_type).toBe('dpop');
    const refreshed = await openid.refreshTokenGrant(
      configuration,
      tokens.refresh_token ?? '',
      undefined,
      dpop,
    );
    for (const { access_token } of [tokens, refreshed]) {
      const request = [access_token, memberAddress, 'GET', undefined, undefined] as const;
      const member = await openid.fetchProtectedResource(configuration, ...request, dpop);
      expect(await member.json()).toMatchObject({ firstName: 'Mike' });
    }
  });
});
