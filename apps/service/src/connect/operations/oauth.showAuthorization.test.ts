import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { setSuspension } from '../../console/actions/partners.ts';
import { BrowserSession } from '../testing/browser-session.ts';
import { useConnectFlow } from '../testing/connect-flow.ts';
import { logInAt, returned, startedQuery, validQuery } from '../testing/journeys.ts';

const iss = 'http://localhost:3001/api/v1';

describe('GET /partner/oauth/authorize', () => {
  const flow = useConnectFlow();
  const open = (query: Record<string, string> | string) =>
    new BrowserSession(flow().app).authorize(query);
  const openWith = (changes: Record<string, string>) => open({ ...validQuery(flow()), ...changes });
  const openWithout = (name: string) => {
    const { [name]: _left, ...rest } = validQuery(flow());
    return open(rest);
  };

  describe('200', () => {
    it('shows the log-in page, which names the partner', async () => {
      const page = await open(validQuery(flow()));
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).toContain('<title>Log in');
      expect(page.body).toContain('Courtside Club');
    });

    it('shows the consent page to a player who is logged in', async () => {
      const { page } = await logInAt(flow(), validQuery(flow()));
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('Courtside Club');
      expect(page.body).toContain('courtside.example');
      expect(page.body).toContain('Mike Brennan');
    });

    it('describes each scope in words, with only the profile fixed', async () => {
      const scope = 'user:rating:read user:match:submit';
      const { page } = await logInAt(flow(), { ...validQuery(flow()), scope });
      const boxes = [...page.body.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box);
      expect(boxes).toHaveLength(3);
      expect(boxes[0]).toMatch(/value="user:profile:read" checked disabled/);
      expect(boxes[1]).toMatch(/value="user:rating:read" checked(?! disabled)/);
      expect(page.body).toContain('See your ratings');
      expect(page.body).toContain('Submit match results for you');
      expect(page.body).not.toContain('See your email address');
    });

    it('shows the page again after a reload, because only a decision consumes the request', async () => {
      const query = await startedQuery(flow());
      expect((await open(query)).statusCode).toBe(200);
      expect((await open(query)).statusCode).toBe(200);
    });
  });

  describe('303 to the redirect address', () => {
    testRows([
      ['invalid_request', 'response_type is missing', { response_type: '' }],
      ['unsupported_response_type', 'the implicit grant is asked for', { response_type: 'token' }],
      ['invalid_scope', 'a scope is unknown', { scope: 'user:everything' }],
    ])(
      'reports an invalid request with its error before anybody logs in',
      async (error, _what, changes) => {
        const query: Record<string, string> = { ...validQuery(flow()), ...changes };
        const response = await open(query);
        expect(response.statusCode).toBe(303);
        expect(response.cookies).toEqual([]);
        expect(response.headers.location).toMatch(/^https:\/\/courtside\.example\/callback\?/);
        expect(Object.fromEntries(returned(response))).toEqual({
          error,
          error_description: expect.stringMatching(/\.$/),
          state: query.state,
          iss,
        });
      },
    );

    it('contains no state if none was sent', async () => {
      const response = await open({
        ...validQuery(flow()),
        state: '',
        response_type: 'token',
      });
      expect(returned(response).has('state')).toBe(false);
    });

    it('keeps the query of the redirect address', async () => {
      const response = await openWith({
        redirect_uri: 'https://courtside.example/callback?from=app',
        response_type: 'token',
      });
      expect(response.headers.location).toMatch(/callback\?from=app&error=/);
    });
  });

  describe('400, a page and never a redirect', () => {
    testRows([
      ['is unknown', 'courtside-clb'],
      ['has another letter case', 'Courtside-Club'],
      ['contains a NUL', 'courtside-club\u0000'],
      ['is not ASCII', 'cöurtside-club'],
      ['is too long', 'a'.repeat(300)],
    ])('if the client_id is invalid', async (_what, clientId) => {
      const page = await openWith({ client_id: clientId });
      expect(page.statusCode).toBe(400);
      expect(page.headers.location).toBeUndefined();
      expect(page.body).toContain('client_id');
    });

    testRows(['client_id', 'redirect_uri'])(
      'if the client_id or the redirect address is missing',
      async (name) => {
        const page = await openWithout(name);
        expect(page.statusCode).toBe(400);
        expect(page.headers.location).toBeUndefined();
        expect(page.body).toContain(name);
      },
    );

    it('if the redirect address is not percent-encoded UTF-8', async () => {
      const query = new URLSearchParams(validQuery(flow()));
      query.delete('redirect_uri');
      expect((await open(`${query}&redirect_uri=%ff`)).statusCode).toBe(400);
    });

    it('if the application is suspended', async () => {
      const suspend = (isSuspended: boolean) =>
        setSuspension(flow().dependencies, flow().partner.clientId, { isSuspended });
      await suspend(true);
      const page = await open(validQuery(flow()));
      await suspend(false);
      expect(page.statusCode).toBe(400);
      expect(page.headers.location).toBeUndefined();
      expect(page.body).toContain('We have suspended Courtside Club.');
    });

    testRows([
      ['of another kind', 'urn:example:request'],
      ['that the service did not create', `urn:ietf:params:oauth:request_uri:${'a'.repeat(43)}`],
      ['that is cut short', 'urn:ietf:params:oauth:request_uri:abc'],
    ])(
      'if there is an invalid request_uri, with any other parameters',
      async (_what, requestUri) => {
        const page = await openWith({ request_uri: requestUri });
        expect(page.statusCode).toBe(400);
        expect(page.headers.location).toBeUndefined();
      },
    );

    it('if request_uri is repeated, or is empty and the only parameter of the request', async () => {
      const query = await startedQuery(flow());
      expect((await open(`${query}&${query}`)).statusCode).toBe(400);
      expect((await open('client_id=courtside-club&request_uri=')).statusCode).toBe(400);
    });

    it('if the request was started ten minutes ago', async () => {
      const query = await startedQuery(flow());
      flow().advance(600);
      const page = await open(query);
      expect(page.statusCode).toBe(400);
      expect(page.body).toContain('This link has expired');
      expect(page.body).toContain('Courtside Club');
    });

    it('shows the id of the request, so that the player can ask for help', async () => {
      const page = await open('');
      expect(page.body).toContain(String(page.headers['x-request-id']));
    });
  });
});

describe('GET /partner/oauth/authorize if the database fails', () => {
  const flow = useConnectFlow();

  it('redirects the player back with server_error after the request was read', async () => {
    await flow().database.schema.alterTable('account_session').renameTo('gone').execute();
    const browser = new BrowserSession(flow().app);
    browser.cookies.set('partner-rating-session', 'a'.repeat(43));
    const response = await browser.authorize(validQuery(flow()));
    expect(response.statusCode).toBe(303);
    expect(returned(response).get('error')).toBe('server_error');
    expect(returned(response).get('state')).toBe(validQuery(flow()).state);
    expect(response.headers.location).not.toContain('relation');
  });

  it('shows an error page after its own form, whose form-action allows no redirect to the partner', async () => {
    const page = await flow().app.inject({
      url: `/api/v1/partner/oauth/authorize?${new URLSearchParams(validQuery(flow()))}`,
      headers: {
        cookie: `partner-rating-session=${'a'.repeat(43)}`,
        'sec-fetch-site': 'same-origin',
      },
    });
    expect(page.statusCode).toBe(500);
    expect(page.body).toContain('Something went wrong on our side');
  });

  it('shows an error page before the request was read, without a trace of the failure', async () => {
    await flow().database.schema.alterTable('authorization_request').renameTo('gone2').execute();
    const page = await new BrowserSession(flow().app).authorize({
      client_id: flow().partner.clientId,
      request_uri: `urn:ietf:params:oauth:request_uri:${'a'.repeat(43)}`,
    });
    expect(page.statusCode).toBe(500);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/relation|authorization_request| at /);
  });
});
