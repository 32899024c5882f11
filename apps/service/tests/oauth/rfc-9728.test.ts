import * as oauth from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';

const wellKnown = '/.well-known/oauth-protected-resource/api/v1';

describe('the metadata of the protected resource', () => {
  const flow = useConnectFlow({ publicUrl: 'https://ratings.example' });
  const resource = new URL('https://ratings.example/api/v1');

  /** Sends the requests of an independent client to the service. */
  const ask: NonNullable<oauth.HttpRequestOptions<'GET'>[typeof oauth.customFetch]> = async (
    url,
  ) => {
    const { pathname } = new URL(url);
    const answer = await flow().app.inject(pathname);
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    });
  };

  it('RFC 9728 §3: are found by a client that only knows the address of the API', async () => {
    const response = await oauth.resourceDiscoveryRequest(resource, { [oauth.customFetch]: ask });
    const metadata = await oauth.processResourceDiscoveryResponse(resource, response);
    expect(metadata).toMatchObject({
      resource: resource.href,
      authorization_servers: [resource.href],
      bearer_methods_supported: ['header'],
    });
    const [issuer] = metadata.authorization_servers ?? [];
    const discovered = await oauth.discoveryRequest(new URL(issuer ?? ''), {
      algorithm: 'oauth2',
      [oauth.customFetch]: ask,
    });
    const server = await oauth.processDiscoveryResponse(resource, discovered);
    expect(server.scopes_supported).toEqual(metadata.scopes_supported);
  });

  it('RFC 9728 §5.1: are named in the challenge to a refused token', async () => {
    const answer = await flow().app.inject({
      url: '/api/v1/partner/member',
      headers: { authorization: 'Bearer pra_unknown' },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toContain(
      `error="invalid_token", resource_metadata="https://ratings.example${wellKnown}"`,
    );
  });

  it('RFC 9728 §3.1: can only be read by GET', async () => {
    const answer = await flow().app.inject({ method: 'POST', url: wellKnown });
    expect(answer.statusCode).toBe(405);
  });
});
