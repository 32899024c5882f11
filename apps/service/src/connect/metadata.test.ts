import { expect, it } from 'vitest';
import { useConnectFlow } from './testing/connect-flow.ts';

const flow = useConnectFlow({ publicUrl: 'https://ratings.example' });

it.each(['oauth-authorization-server', 'oauth-protected-resource'])(
  'is found by clients that append /.well-known/%s to the address of the API',
  async (name) => {
    const appended = await flow().app.inject(`/api/v1/.well-known/${name}`);
    const standard = await flow().app.inject(`/.well-known/${name}/api/v1`);
    expect([appended.statusCode, appended.json()]).toEqual([200, standard.json()]);
  },
);

it('is found where RFC 8414 §3.1 puts it for an issuer with a path', async () => {
  const response = await flow().app.inject('/.well-known/oauth-authorization-server/api/v1');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    issuer: 'https://ratings.example/api/v1',
    authorization_endpoint: 'https://ratings.example/api/v1/partner/oauth/authorize',
    token_endpoint: 'https://ratings.example/api/v1/partner/oauth/token',
    revocation_endpoint: 'https://ratings.example/api/v1/partner/oauth/revoke',
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
});

it('names the scopes that the authorization server lists', async () => {
  const metadata = await flow().app.inject('/.well-known/oauth-authorization-server/api/v1');
  const list = await flow().app.inject('/api/v1/partner/oauth/scopes');
  const { scopes } = list.json<{ scopes: { name: string }[] }>();
  expect(metadata.json().scopes_supported).toEqual(scopes.map((scope) => scope.name));
});
