import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../testing/connect-flow.ts';
import { startAuthorization } from '../testing/journeys.ts';

describe('POST /partner/oauth/authorize', () => {
  const flow = useConnectFlow();
  const start = (body: Record<string, unknown>) => startAuthorization(flow(), body);

  describe('201', () => {
    it('returns an address, a tracking code, and the state', async () => {
      const response = await start({ state: 'Zk3v9QxT7uB2', scope: 'user:rating:read' });
      expect(response.statusCode).toBe(201);
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect(response.json()).toEqual({
        authorization_url: expect.stringMatching(
          /^http:\/\/localhost:3001\/api\/v1\/partner\/oauth\/authorize\?client_id=courtside-club&request_uri=urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{43}$/,
        ),
        code: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
        state: 'Zk3v9QxT7uB2',
      });
    });

    it('omits the state if none was sent', async () => {
      expect((await start({})).json()).not.toHaveProperty('state');
      expect((await start({ state: '' })).json()).not.toHaveProperty('state');
    });

    it('starts a separate authorization at each call', async () => {
      const [first, second] = [(await start({})).json(), (await start({})).json()];
      expect(first.authorization_url).not.toBe(second.authorization_url);
      expect(first.code).not.toBe(second.code);
    });
  });

  describe('400', () => {
    it('names the registered addresses to the application, but to no browser', async () => {
      const registered = flow().partner.redirectUri;
      const redirect_uri = 'https://evil.example/callback';
      const response = await start({ redirect_uri });
      expect(response.json().error_description).toMatch(
        `The redirect_uri ${redirect_uri} is not registered for your application. Send ${registered} or `,
      );
      const query = new URLSearchParams({
        client_id: 'courtside-club',
        response_type: 'code',
        redirect_uri,
      });
      const page = await flow().app.inject(`/api/v1/partner/oauth/authorize?${query}`);
      expect([page.statusCode, page.body.includes(registered)]).toEqual([400, false]);
    });

    it('says that spaces separate scopes if commas do', async () => {
      const response = await start({ scope: 'user:profile:read,user:rating:read' });
      expect(response.json()).toEqual({
        error: 'invalid_scope',
        error_description:
          "Separate scopes by single spaces, not by commas. You sent 'user:profile:read,user:rating:read'.",
        error_uri: expect.stringContaining('/docs/errors/#invalid_scope'),
      });
    });

    testRows([
      ['redirect_uri is missing', { redirect_uri: undefined }],
      ['redirect_uri is not a text', { redirect_uri: 7 }],
      ['the state contains a lone surrogate', { state: '\ud800' }],
      ['the state is not a text', { state: { a: 1 } }],
      ['a field is unknown', { client_id: 'courtside-club' }],
    ])('invalid_request for an invalid parameter', async (_what, body) => {
      const response = await start(body);
      expect(response.statusCode).toBe(400);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect(response.json()).toEqual({
        error: 'invalid_request',
        error_description: expect.any(String),
        error_uri: expect.stringContaining('/docs/errors/#invalid_request'),
      });
    });
  });
});
