import { testRows } from '@partner-rating/table-tests';
import * as oauth from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { insecure, type Returned, useDiscoveredService } from './support/discovered-service.ts';

// An independent OAuth client with the service on its own port. tools/external has more of them.
const discovered = useDiscoveredService();
const client = () => discovered().client;
const authorize = async (decision: 'allow' | 'deny', parameters: Record<string, string> = {}) =>
  await discovered().authorize(decision, parameters);

/** Pushes a request (RFC 9126), and sends the player to the page with only its reference. */
async function push(
  authentication: oauth.ClientAuth,
  changes: Record<string, string> = {},
): Promise<Returned> {
  const { server, service } = discovered();
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const parameters = {
    response_type: 'code',
    redirect_uri: service.partner.redirectUri,
    scope: 'user:match:submit',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...changes,
  };
  const request = [server, client(), authentication, parameters] as const;
  const response = await oauth.pushedAuthorizationRequest(...request, insecure);
  const pushed = await oauth.processPushedAuthorizationResponse(server, client(), response);
  expect(pushed.expires_in).toBe(600);
  const address = new URL(server.authorization_endpoint ?? '');
  address.searchParams.set('client_id', client().client_id);
  address.searchParams.set('request_uri', pushed.request_uri);
  return { callback: await discovered().decide('allow', address), verifier, state };
}

async function exchange(
  authentication: oauth.ClientAuth,
  { callback, verifier, state }: Returned,
): Promise<oauth.TokenEndpointResponse> {
  const { server, service } = discovered();
  const parameters = oauth.validateAuthResponse(discovered().server, client(), callback, state);
  const { redirectUri } = service.partner;
  const request = [server, client(), authentication, parameters, redirectUri, verifier] as const;
  const response = await oauth.authorizationCodeGrantRequest(...request, insecure);
  return await oauth.processAuthorizationCodeResponse(server, client(), response);
}

async function readMember(accessToken: string): Promise<Response> {
  const address = discovered().memberAddress;
  const request = [accessToken, 'GET', address, undefined, undefined] as const;
  return await oauth.protectedResourceRequest(...request, insecure);
}

describe.each([
  ['client_secret_basic', oauth.ClientSecretBasic],
  ['client_secret_post', oauth.ClientSecretPost],
])('oauth4webapi with %s', (method, authenticate) => {
  const authentication = () => authenticate(discovered().service.partner.apiKey);
  const connect = async () => await exchange(authentication(), await authorize('allow'));

  it('RFC 8414 §2: finds its authentication method in the metadata', () => {
    expect(discovered().server.token_endpoint_auth_methods_supported).toContain(method);
  });

  it('RFC 6749 §4.1: exchanges a code with PKCE and reads the player', async () => {
    const tokens = await connect();
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 3_600,
      scope: 'user:profile:read user:rating:read',
    });
    const member = await readMember(tokens.access_token);
    expect(await member.json()).toMatchObject({ firstName: 'Mike' });
  });

  it('RFC 9126: pushes its request, and exchanges the code of the page', async () => {
    const tokens = await exchange(authentication(), await push(authentication()));
    expect(tokens.scope).toBe('user:profile:read user:match:submit');
    expect((await readMember(tokens.access_token)).status).toBe(200);
  });

  it('RFC 6749 §6: refreshes, and reads the player with the new token', async () => {
    const { refresh_token = '' } = await connect();
    const request = [discovered().server, client(), authentication(), refresh_token] as const;
    const response = await oauth.refreshTokenGrantRequest(...request, insecure);
    const tokens = await oauth.processRefreshTokenResponse(discovered().server, client(), response);
    expect(tokens.refresh_token).not.toBe(refresh_token);
    expect((await readMember(tokens.access_token)).status).toBe(200);
  });

  it('RFC 6749 §6: refreshes again after a lost response, and gets the same tokens', async () => {
    const { refresh_token = '' } = await connect();
    const refresh = async () => {
      const request = [discovered().server, client(), authentication(), refresh_token] as const;
      const response = await oauth.refreshTokenGrantRequest(...request, insecure);
      return await oauth.processRefreshTokenResponse(discovered().server, client(), response);
    };
    const lost = await refresh();
    const tokens = await refresh();
    expect(tokens.refresh_token).toBe(lost.refresh_token);
    expect((await readMember(tokens.access_token)).status).toBe(200);
  });

  it('RFC 7009 §2: revokes, and learns that the token is invalid', async () => {
    const { access_token } = await connect();
    const request = [discovered().server, client(), authentication(), access_token] as const;
    const response = await oauth.revocationRequest(...request, insecure);
    await oauth.processRevocationResponse(response);
    await expect(readMember(access_token)).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      status: 401,
      cause: expect.arrayContaining([
        { scheme: 'bearer', parameters: expect.objectContaining({ error: 'invalid_token' }) },
      ]),
    });
  });

  it('RFC 6749 §5.2: learns why a code cannot be exchanged again', async () => {
    const answer = await authorize('allow');
    await exchange(authentication(), answer);
    await expect(exchange(authentication(), answer)).rejects.toMatchObject({
      name: 'ResponseBodyError',
      status: 400,
      error: 'invalid_grant',
    });
  });

  it('RFC 6749 §5.2: learns that its secret is wrong', async () => {
    const wrong = authenticate(`prk_${'a'.repeat(43)}`);
    await expect(exchange(wrong, await authorize('allow'))).rejects.toMatchObject({ status: 401 });
    await expect(push(wrong)).rejects.toMatchObject({ status: 401 });
  });
});

describe('oauth4webapi', () => {
  const authentication = () => oauth.ClientSecretBasic(discovered().service.partner.apiKey);

  it('RFC 6749 §4.1.2.1: learns that the player refused', async () => {
    const answer = await authorize('deny');
    await expect(exchange(authentication(), answer)).rejects.toMatchObject({
      name: 'AuthorizationResponseError',
      error: 'access_denied',
    });
  });

  it('RFC 6749 §3.3: requests scopes and learns which it got', async () => {
    const answer = await authorize('allow', { scope: 'user:match:submit' });
    const tokens = await exchange(authentication(), answer);
    expect(tokens.scope).toBe('user:profile:read user:match:submit');
  });

  testRows([
    ['invalid_request', { redirect_uri: 'https://evil.example/callback' }],
    ['invalid_request', { request_uri: 'urn:ietf:params:oauth:request_uri:abc' }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: 'profile:read' }],
  ])('RFC 9126 §2.3: learns why a request is refused', async (error, changes) => {
    await expect(push(authentication(), changes)).rejects.toMatchObject({
      name: 'ResponseBodyError',
      status: 400,
      error,
    });
  });

  testRows([
    ['is another', (callback: URL) => callback.searchParams.set('iss', 'https://evil.example')],
    ['is missing', (callback: URL) => callback.searchParams.delete('iss')],
  ])(
    'RFC 9207 §2.4: refuses a response with another iss or none, because of the metadata',
    async (_what, change) => {
      const answer = await authorize('allow');
      change(answer.callback);
      await expect(exchange(authentication(), answer)).rejects.toThrow(/"iss"/);
    },
  );

  it('RFC 7636 §4.6: is refused with the verifier of another authorization', async () => {
    const answer = await authorize('allow');
    const verifier = oauth.generateRandomCodeVerifier();
    await expect(exchange(authentication(), { ...answer, verifier })).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('RFC 6749 §2.1: is refused as a public client', async () => {
    await expect(exchange(oauth.None(), await authorize('allow'))).rejects.toMatchObject({
      status: 401,
    });
  });
});
