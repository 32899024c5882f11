import { describe, expect, it } from 'vitest';
import { insertEndpoint } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { type ConnectFlow, useConnectFlow } from '../testing/connect-flow.ts';
import {
  allowAll,
  exchangeJson,
  logInAt,
  obtainCode,
  returned,
  startedQuery,
  statusOfToken,
  validQuery,
} from '../testing/journeys.ts';

const iss = 'http://localhost:3001/api/v1';

const wide = 'user:profile:read user:rating:read user:match:submit';

const connections = (flow: ConnectFlow, memberId = flow.player.memberId) =>
  flow.database
    .selectFrom('connection')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('application_id', '=', flow.partner.applicationId)
    .execute();

describe('POST /connect/consent', () => {
  const flow = useConnectFlow();
  const page = (changes: Record<string, string> = {}) =>
    logInAt(flow(), { ...validQuery(flow()), ...changes });
  /** Submits the consent form in a new browser. */
  const decide = async (values: Record<string, string | string[]>, changes = {}) => {
    const { browser, page: consentPage } = await page(changes);
    return await browser.submit(consentPage, '/connect/consent', values);
  };

  it('is required: nothing is granted before the player decides', async () => {
    const before = await connections(flow(), flow().otherPlayer.memberId);
    await logInAt(flow(), validQuery(flow()), flow().otherPlayer);
    expect(await connections(flow(), flow().otherPlayer.memberId)).toEqual(before);
  });

  describe('303 after "allow"', () => {
    it('contains code, state, and iss (RFC 6749 §4.1.2, RFC 9207)', async () => {
      const response = await allowAll(flow());
      expect(response.statusCode).toBe(303);
      expect(response.headers.location).toMatch(/^https:\/\/courtside\.example\/callback\?/);
      expect(Object.fromEntries(returned(response))).toEqual({
        code: expect.stringMatching(/^prc_[A-Za-z0-9_-]{43}$/),
        state: validQuery(flow()).state,
        iss,
      });
      expect(response.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      });
    });

    it('grants only the ticked scopes and the profile', async () => {
      const values = { decision: 'allow', scope: ['user:match:submit'] };
      const back = await decide(values, { scope: wide });
      const code = returned(back).get('code');
      const redirect_uri = flow().partner.redirectUri;
      const tokens = (await exchangeJson(flow(), { code, redirect_uri })).json();
      expect(tokens.scope).toEqual(['user:profile:read', 'user:match:submit']);
    });

    it('neither offers nor grants the email address of a player under 16', async () => {
      const born = `${new Date().getUTCFullYear() - 14}-12-31`;
      const members = flow().database.updateTable('member').set({ birth_date: born });
      await members.where('id', '=', flow().player.memberId).execute();
      const asked = `${wide} user:profile:email`;
      const { browser, page: consentPage } = await page({ scope: asked });
      expect(consentPage.body).toContain('value="user:match:submit"');
      expect(consentPage.body).not.toContain('value="user:profile:email"');
      const values = { decision: 'allow', scope: ['user:profile:email', 'user:match:submit'] };
      await browser.submit(consentPage, '/connect/consent', values);
      const [connection] = await connections(flow());
      expect(connection?.scopes).toEqual(['user:profile:read', 'user:match:submit']);
    });

    it('grants only requested scopes, whatever the form contains', async () => {
      const scope = ['user:profile:email', 'user:match:submit', 'nonsense'];
      await decide({ decision: 'allow', scope }, { scope: 'user:profile:read' });
      const [connection] = await connections(flow());
      expect(connection?.scopes).toEqual(['user:profile:read']);
    });

    it('works again on the same page: each consent is a separate grant', async () => {
      const { browser, page: consentPage } = await page();
      const values = { decision: 'allow' };
      const first = await browser.submit(consentPage, '/connect/consent', values);
      const second = await browser.submit(consentPage, '/connect/consent', values);
      expect(returned(first).get('code')).not.toBe(returned(second).get('code'));
    });
  });

  describe('303 after "refuse"', () => {
    it('contains access_denied, and nothing is granted', async () => {
      const query = validQuery(flow());
      const { browser, page: consentPage } = await logInAt(flow(), query, flow().otherPlayer);
      const back = await browser.submit(consentPage, '/connect/consent', { decision: 'deny' });
      expect(back.statusCode).toBe(303);
      expect(Object.fromEntries(returned(back))).toEqual({
        error: 'access_denied',
        error_description: 'The player refused the connection.',
        state: query.state,
        iss,
      });
      expect(await connections(flow(), flow().otherPlayer.memberId)).toEqual([]);
    });

    it('consumes a request of the partner’s server too, and gives the same response twice', async () => {
      flow().advance(1);
      const query = await startedQuery(flow());
      const { browser, page: consentPage } = await logInAt(flow(), query);
      const refuse = () => browser.submit(consentPage, '/connect/consent', { decision: 'deny' });
      const [first, second] = [await refuse(), await refuse()];
      expect(second.headers.location).toBe(first.headers.location);
      const late = await browser.submit(consentPage, '/connect/consent', { decision: 'allow' });
      expect(late.statusCode).toBe(400);
      expect(late.body).toContain('This link has expired');
    });
  });

  describe('303 to the log-in page', () => {
    it('if the session has expired', async () => {
      const { browser, page: consentPage } = await page();
      await flow().database.deleteFrom('account_session').execute();
      const answer = await browser.submit(consentPage, '/connect/consent', { decision: 'allow' });
      expect(answer.headers.location).toMatch(/^\/api\/v1\/partner\/oauth\/authorize\?/);
      expect((await browser.follow(answer)).body).toContain('<title>Log in');
    });
  });

  describe('400', () => {
    it.each([{}, { decision: 'maybe' }, { decision: ['allow', 'deny'] }])(
      'for the decision %j, and nothing is granted',
      async (values) => {
        const before = await connections(flow());
        const answer = await decide(values);
        expect(answer.statusCode).toBe(400);
        expect(await connections(flow())).toEqual(before);
      },
    );

    it('if the redirect address is no longer registered', async () => {
      const { browser, page: consentPage } = await page();
      const register = (redirect_uris: string[]) =>
        flow()
          .database.updateTable('application')
          .set({ redirect_uris })
          .where('id', '=', flow().partner.applicationId)
          .execute();
      await register(['https://courtside.example/elsewhere']);
      const answer = await browser.submit(consentPage, '/connect/consent', { decision: 'allow' });
      await register([flow().partner.redirectUri]);
      expect(answer.statusCode).toBe(400);
      expect(answer.headers.location).toBeUndefined();
    });
  });
});

describe.each(databases)('a connection on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const allow = (scope: string) => allowAll(flow(), { ...validQuery(flow()), scope });
  const events = () =>
    flow()
      .database.selectFrom('webhook_delivery')
      .select(['event_type', 'payload', 'member_id'])
      .orderBy('delivery_order')
      .execute();
  const subscribe = async () =>
    await insertEndpoint(flow().database, flow().partner.applicationId, {
      events: ['connection.created'],
    });

  it('is unique for an application and a player: another grant widens or narrows it', async () => {
    await allow('user:profile:read');
    await allow(wide);
    expect((await connections(flow())).map(({ scopes }) => scopes)).toEqual([wide.split(' ')]);
    await allow('user:profile:read user:rating:read');
    expect(await connections(flow())).toMatchObject([
      { scopes: ['user:profile:read', 'user:rating:read'], revoked_at: null },
    ]);
  });

  it('narrows the existing tokens when it is narrowed', async () => {
    const query = { ...validQuery(flow()), scope: 'user:profile:read user:rating:read' };
    const tokens = (await exchangeJson(flow(), await obtainCode(flow(), query))).json();
    const read = async () =>
      (
        await flow().app.inject({
          url: '/api/v1/partner/member',
          headers: { authorization: `Bearer ${tokens.access_token}` },
        })
      ).json();
    expect(await read()).toHaveProperty('sport');
    await allow('user:profile:read');
    expect(await read()).not.toHaveProperty('sport');
    expect(await statusOfToken(flow(), tokens.access_token)).toBe(200);
  });

  it('is created once by ten simultaneous consents', async () => {
    const { browser, page } = await logInAt(flow(), validQuery(flow()), flow().otherPlayer);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        browser.submit(page, '/connect/consent', { decision: 'allow' }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(303));
    expect(await connections(flow(), flow().otherPlayer.memberId)).toHaveLength(1);
  });

  it('notifies the partner only when it is created, changed, or created again', async () => {
    await subscribe();
    await allow(wide);
    await allow(wide);
    await flow().database.updateTable('connection').set({ revoked_at: new Date() }).execute();
    await allow(wide);
    expect(await connections(flow())).toMatchObject([{ revoked_at: null }]);

    const written = await events();
    expect(written.map(({ event_type }) => event_type)).toEqual([
      'connection.created',
      'connection.created',
    ]);
    expect(JSON.parse(written[0]?.payload ?? '').data).toEqual({
      memberId: flow().player.memberNumber,
      id: flow().player.memberId,
      displayName: 'Mike B.',
      grantedScopes: wide.split(' '),
      connectedAt: flow().dependencies.clock().toISOString(),
    });
  });

  it('is stored together with the event, the request, and the code, or not at all', async () => {
    const query = await startedQuery(flow(), { scope: 'user:profile:read' });
    const { browser, page } = await logInAt(flow(), query);
    const [before, eventsBefore] = [await connections(flow()), await events()];
    await flow().database.schema.alterTable('authorization_code').renameTo('gone').execute();
    const failed = await browser.submit(page, '/connect/consent', { decision: 'allow' });
    await flow().database.schema.alterTable('gone').renameTo('authorization_code').execute();

    expect(returned(failed).get('error')).toBe('server_error');
    expect(await connections(flow())).toEqual(before);
    expect(await events()).toEqual(eventsBefore);
    const again = await browser.submit(page, '/connect/consent', { decision: 'allow' });
    expect(returned(again).has('code')).toBe(true);
  });
});

describe('POST /connect/log-out', () => {
  const flow = useConnectFlow();

  it('303 ends the session and shows the log-in page of the same request', async () => {
    const { browser, page } = await logInAt(flow(), validQuery(flow()));
    const token = browser.cookies.get('partner-rating-session') ?? '';
    const redirect = await browser.submit(page, '/connect/log-out', {});
    expect(redirect.statusCode).toBe(303);
    expect(browser.cookies.has('partner-rating-session')).toBe(false);
    expect((await browser.follow(redirect)).body).toContain('Courtside Club');

    browser.cookies.set('partner-rating-session', token);
    const page2 = await browser.authorize(validQuery(flow()));
    expect(page2.body).toContain('<title>Log in');
  });
});
