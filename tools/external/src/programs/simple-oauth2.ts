import assert from 'node:assert/strict';
import { generatePkce } from '@partner-rating/client';
import { AuthorizationCode } from 'simple-oauth2';
import { type Program, versionOf } from '../program.ts';

export const simpleOauth2: Program = {
  name: 'simple-oauth2',
  version: () => versionOf('simple-oauth2'),
  async drive({ application, baseUrl, decide }, step) {
    const { origin, pathname } = new URL(baseUrl);
    const client = new AuthorizationCode({
      client: { id: application.clientId, secret: application.apiKey },
      auth: {
        tokenHost: origin,
        authorizePath: `${pathname}/partner/oauth/authorize`,
        tokenPath: `${pathname}/partner/oauth/token`,
        revokePath: `${pathname}/partner/oauth/revoke`,
      },
    });
    const redirect_uri = application.redirectUri;
    const authorize = async () => {
      const { code_verifier, ...challenge } = await generatePkce();
      const scope = ['user:profile:read', 'user:rating:read'];
      const address = client.authorizeURL({ redirect_uri, scope, state: 'evening', ...challenge });
      const { searchParams } = await decide(address);
      assert.equal(searchParams.get('state'), 'evening');
      return { code: searchParams.get('code') ?? '', redirect_uri, code_verifier };
    };
    const read = async (accessToken: unknown) => {
      const headers = { authorization: `Bearer ${accessToken}` };
      return (await fetch(`${baseUrl}/partner/member`, { headers })).status;
    };
    const token = await step('exchanges a code with PKCE', async () =>
      client.getToken(await authorize()),
    );
    await step('knows when the token expires', () => assert.equal(token.expired(), false));
    await step('reads the player', async () => {
      assert.equal(await read(token.token.access_token), 200);
    });
    const refreshed = await step('refreshes, and reads again', async () => {
      const result = await token.refresh();
      assert.notEqual(result.token.refresh_token, token.token.refresh_token);
      assert.equal(await read(result.token.access_token), 200);
      return result;
    });
    await step('revokes, and the token is invalid', async () => {
      await refreshed.revokeAll();
      assert.equal(await read(refreshed.token.access_token), 401);
    });
    await step('is refused with a wrong verifier', async () => {
      const { code_verifier } = await generatePkce();
      const wrong = Object.assign(await authorize(), { code_verifier });
      await assert.rejects(
        client.getToken(wrong),
        ({ data }) => data.payload.error === 'invalid_grant',
      );
    });
  },
};
