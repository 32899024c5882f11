import assert from 'node:assert/strict';
import * as oauth from 'oauth4webapi';
import { type Program, versionOf } from '../program.ts';

const insecure = { [oauth.allowInsecureRequests]: true };

export const oauth4webapi: Program = {
  name: 'oauth4webapi',
  version: () => versionOf('oauth4webapi'),
  async drive({ application, baseUrl, decide }, step) {
    const server = await step('finds the service by its metadata', async () => {
      const issuer = new URL(baseUrl);
      const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
      return await oauth.processDiscoveryResponse(issuer, answer);
    });
    const client = { client_id: application.clientId };
    const authentication = oauth.ClientSecretBasic(application.apiKey);

    const authorize = async (decision: 'allow' | 'deny') => {
      const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
      const address = new URL(server.authorization_endpoint ?? '');
      address.search = new URLSearchParams({
        ...{ client_id: application.clientId, redirect_uri: application.redirectUri },
        ...{ response_type: 'code', scope: 'user:profile:read', state },
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).toString();
      return { callback: await decide(address.href, decision), state, verifier };
    };
    type Returned = Awaited<ReturnType<typeof authorize>>;
    const exchange = async ({ callback, state, verifier }: Returned) => {
      const parameters = oauth.validateAuthResponse(server, client, callback, state);
      const response = await oauth.authorizationCodeGrantRequest(
        ...([server, client, authentication, parameters] as const),
        ...([application.redirectUri, verifier, insecure] as const),
      );
      return await oauth.processAuthorizationCodeResponse(server, client, response);
    };
    const read = async (accessToken: string) => {
      const member = new URL(`${baseUrl}/partner/member`);
      const response = await oauth.protectedResourceRequest(
        ...([accessToken, 'GET', member, undefined, undefined, insecure] as const),
      );
      assert.equal(((await response.json()) as { firstName: string }).firstName, 'Mike');
    };

    const tokens = await step('exchanges a code with PKCE', async () =>
      exchange(await authorize('allow')),
    );
    await step('reads the player', () => read(tokens.access_token));
    const refreshed = await step('refreshes, and reads again', async () => {
      const response = await oauth.refreshTokenGrantRequest(
        ...([server, client, authentication, tokens.refresh_token ?? '', insecure] as const),
      );
      const result = await oauth.processRefreshTokenResponse(server, client, response);
      await read(result.access_token);
      return result;
    });
    await step('revokes, and the token is invalid', async () => {
      const response = await oauth.revocationRequest(
        ...([server, client, authentication, refreshed.access_token, insecure] as const),
      );
      await oauth.processRevocationResponse(response);
      await assert.rejects(read(refreshed.access_token), { status: 401 });
    });
    await step('is refused with a wrong verifier', async () => {
      const verifier = oauth.generateRandomCodeVerifier();
      await assert.rejects(exchange({ ...(await authorize('allow')), verifier }), {
        error: 'invalid_grant',
      });
    });
    await step('refuses an answer with another issuer', async () => {
      const returned = await authorize('allow');
      returned.callback.searchParams.set('iss', 'https://evil.example');
      await assert.rejects(exchange(returned), /"iss"/);
    });
    await step('learns that the player refused', async () => {
      await assert.rejects(exchange(await authorize('deny')), { error: 'access_denied' });
    });
  },
};
