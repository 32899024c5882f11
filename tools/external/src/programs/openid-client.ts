import assert from 'node:assert/strict';
import * as openid from 'openid-client';
import { type Program, versionOf } from '../program.ts';

export const openidClient: Program = {
  name: 'openid-client',
  version: () => versionOf('openid-client'),
  async drive({ application, baseUrl, decide }, step) {
    const configuration = await step('finds the service by its metadata', () =>
      openid.discovery(
        new URL(baseUrl),
        application.clientId,
        undefined,
        openid.ClientSecretPost(application.apiKey),
        { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
      ),
    );
    const start = async () => {
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const expectedState = openid.randomState();
      const address = await openid.buildAuthorizationUrlWithPAR(configuration, {
        redirect_uri: application.redirectUri,
        scope: 'user:profile:read',
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: expectedState,
      });
      return { address, checks: { pkceCodeVerifier, expectedState } };
    };
    const { address, checks } = await step('pushes its request', start);
    assert.deepEqual([...address.searchParams.keys()].toSorted(), ['client_id', 'request_uri']);
    const callback = await decide(address.href);
    const tokens = await step('exchanges the code with PKCE', () =>
      openid.authorizationCodeGrant(configuration, callback, checks),
    );
    assert.equal(tokens.token_type, 'bearer');
    const read = async (accessToken: string) => {
      const member = new URL(`${baseUrl}/partner/member`);
      const response = await openid.fetchProtectedResource(
        ...([configuration, accessToken, member, 'GET'] as const),
      );
      assert.equal(((await response.json()) as { firstName: string }).firstName, 'Mike');
    };
    await step('reads the player', () => read(tokens.access_token));
    await step('refreshes, and reads again', async () => {
      const refreshToken = tokens.refresh_token ?? '';
      const refreshed = await openid.refreshTokenGrant(configuration, refreshToken);
      await read(refreshed.access_token);
    });
    await step('is refused with a wrong verifier', async () => {
      const other = await start();
      const returned = await decide(other.address.href);
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      await assert.rejects(
        openid.authorizationCodeGrant(configuration, returned, {
          ...other.checks,
          pkceCodeVerifier,
        }),
        { error: 'invalid_grant' },
      );
    });
    await step('learns that the player refused', async () => {
      const other = await start();
      const returned = await decide(other.address.href, 'deny');
      await assert.rejects(openid.authorizationCodeGrant(configuration, returned, other.checks), {
        error: 'access_denied',
      });
    });
  },
};
