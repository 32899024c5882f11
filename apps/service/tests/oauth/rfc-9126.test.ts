import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { BrowserSession } from '../../src/connect/testing/browser-session.ts';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import {
  exchangeJson,
  logInAt,
  pkce,
  returned,
  startAuthorization,
  validQuery,
} from '../../src/connect/testing/journeys.ts';
import { databases } from '../../src/testing/test-database.ts';
import { bearer, postForm, readMember, refresh, refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const PREFIX = 'urn:ietf:params:oauth:request_uri:';

// A request starts with the service's own JSON, or is pushed in the form of the standard.
const starts = ['startedQuery', 'pushedQuery'] as const;

describe.each(databases)('a request that a partner’s server started, on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const player = new ReturningPlayer(flow);
  const connections = () => flow().database.selectFrom('connection').selectAll().execute();

  describe.each(starts)('by %s', (start) => {
    it('RFC 9126 §4: is consumed by consent for everybody else, and for this player after ten minutes', async () => {
      flow().advance(1);
      const query = await player[start]();
      const page = await player.open(query);
      const decide = (decision: string) =>
        player.browser.submit(page, '/connect/consent', { decision });
      expect(returned(await decide('allow')).has('code')).toBe(true);
      flow().advance(599);
      expect((await player.open(query)).body).toContain('name="decision"');
      expect((await new BrowserSession(flow().app).authorize(query)).statusCode).toBe(400);
      const other = await logInAt(flow(), validQuery(flow()), flow().otherPlayer);
      expect((await other.browser.authorize(query)).statusCode).toBe(400);
      expect(returned(await decide('allow')).has('code')).toBe(true);
      // Ten minutes after the first consent, even if it was repeated.
      flow().advance(1);
      for (const late of [await player.open(query), await decide('allow'), await decide('deny')]) {
        expect([late.statusCode, late.headers.location]).toEqual([400, undefined]);
      }
    });

    it('RFC 6749 §10.5: gives a repeated consent a new code, which voids the earlier one', async () => {
      flow().advance(1);
      const page = await player.open(await player[start]());
      const decide = (decision: string) =>
        player.browser.submit(page, '/connect/consent', { decision });
      const redirect_uri = flow().partner.redirectUri;
      const exchange = async (answer: Awaited<ReturnType<typeof decide>>) => {
        const code = returned(answer).get('code');
        return (await exchangeJson(flow(), { code, redirect_uri })).json().error ?? 'tokens';
      };
      const [first, second] = [await decide('allow'), await decide('allow')];
      expect(returned(second).get('state')).toBe(returned(first).get('state'));
      expect(await exchange(first)).toBe('invalid_grant');
      expect(await exchange(second)).toBe('tokens');
      flow().advance(1);
      const [third, refusal] = [await decide('allow'), await decide('deny')];
      expect(returned(refusal).get('error')).toBe('access_denied');
      expect(await exchange(third)).toBe('invalid_grant');
    });

    it('RFC 9126 §4: is consumed by a refusal', async () => {
      flow().advance(1);
      const query = await player[start]();
      expect(returned(await player.decide('deny', query)).get('error')).toBe('access_denied');
      expect((await player.open(query)).statusCode).toBe(400);
    });

    it('RFC 9126 §4: is decided by the first of two players who open it', async () => {
      const query = await player[start]();
      const second = await logInAt(flow(), query, flow().otherPlayer);
      await player.decide('allow', query);
      const before = await connections();
      const values = { decision: 'allow' };
      const late = await second.browser.submit(second.page, '/connect/consent', values);
      expect(late.statusCode).toBe(400);
      expect(await connections()).toEqual(before);
    });

    it('RFC 9126 §2.2: expires after ten minutes, unless the player has opened it', async () => {
      const [late, opened] = [await player[start](), await player[start]()];
      flow().advance(599);
      const page = await player.open(opened);
      flow().advance(1);
      expect((await player.open(late)).statusCode).toBe(400);
      // Open overnight.
      flow().advance(12 * 60 * 60);
      const browser = new BrowserSession(flow().app);
      const { email, password } = flow().player;
      const logInPage = await browser.authorize(opened);
      expect(
        (await browser.submit(logInPage, '/connect/log-in', { email, password })).statusCode,
      ).toBe(303);
      const back = await player.browser.submit(page, '/connect/consent', { decision: 'allow' });
      expect(returned(back).has('code')).toBe(true);
    });

    it('expires a day after its start at the latest, even between the consent page and the consent', async () => {
      const page = await player.open(await player[start]());
      const before = await connections();
      flow().advance(24 * 60 * 60);
      for (const decision of ['allow', 'deny']) {
        const answer = await player.browser.submit(page, '/connect/consent', { decision });
        expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
      }
      expect(await connections()).toEqual(before);
    });
  });
});

describe('the address of a request that a partner’s server started', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);

  describe.each(starts)('by %s', (start) => {
    testRows<[string, (uri: string) => string]>([
      ['cut short', (uri) => uri.slice(0, -1)],
      ['with an extra letter', (uri) => `${uri}A`],
      ['in another case', (uri) => PREFIX + uri.slice(PREFIX.length).toUpperCase()],
      ['with the prefix in another case', (uri) => uri.replace('urn:', 'URN:')],
      ['without the prefix', (uri) => uri.slice(PREFIX.length)],
      ['with the prefix twice', (uri) => PREFIX + uri],
      ['with a space before it', (uri) => ` ${uri}`],
      ['at another place', (uri) => `https://evil.example/${uri}`],
      ['and another', (uri) => `${uri} ${uri}`],
    ])('RFC 9126 §4: opens nothing after it is changed or used', async (_what, change) => {
      const query = new URLSearchParams(await player[start]());
      query.set('request_uri', change(query.get('request_uri') ?? ''));
      const page = await player.open(query.toString());
      expect([page.statusCode, page.headers.location]).toEqual([400, undefined]);
    });

    testRows([
      ['redirect_uri', 'http://127.0.0.1/callback'],
      ['redirect_uri', 'https://evil.example/'],
      ['response_type', 'token'],
      ['scope', 'user:profile:email'],
      ['scope', 'nonsense'],
      ['state', 'added'],
      ['code_challenge', pkce.challenge],
      ['code_challenge_method', 'plain'],
      ['response_mode', 'fragment'],
      ['iss', 'https://evil.example'],
      ['request', 'eyJhbGciOiJub25lIn0.e30.'],
    ])('RFC 9126 §4: is not changed by added parameters', async (name, value) => {
      const query = await player[start]({ state: 'stored', scope: 'user:profile:read' });
      const added = new URLSearchParams({ [name]: value }).toString();
      for (const text of [`${query}&${added}`, `${added}&${query}`, `${query}&${added}&${added}`]) {
        expect((await player.open(text)).statusCode).toBe(200);
      }
      const back = await player.decide('allow', `${query}&${added}`);
      expect(back.headers.location).toMatch(/^https:\/\/courtside\.example\/callback\?code=/);
      expect([...returned(back).keys()]).toEqual(['code', 'state', 'iss']);
      expect(returned(back).get('state')).toBe('stored');
      const code = returned(back).get('code');
      const tokens = await exchangeJson(flow(), { code, redirect_uri: flow().partner.redirectUri });
      expect(tokens.json().scope).toEqual(['user:profile:read']);
    });

    it('RFC 9126 §4: needs the client_id of its application, once', async () => {
      const query = await player[start]();
      const reference = query.slice(query.indexOf('request_uri'));
      for (const text of [
        reference,
        `${query}&client_id=courtside-club`,
        `client_id=&${reference}`,
      ]) {
        expect((await player.open(text)).statusCode).toBe(400);
      }
    });

    it('RFC 9126 §2.2: is only valid for its own application', async () => {
      const query = new URLSearchParams(await player[start]());
      query.set('client_id', flow().otherPartner.clientId);
      const page = await player.open(query.toString());
      expect([page.statusCode, page.headers.location]).toEqual([400, undefined]);
      query.set('client_id', flow().partner.clientId);
      expect((await player.open(query.toString())).statusCode).toBe(200);
    });

    it('RFC 9126 §2.1: shows an error page if its redirect address is no longer registered', async () => {
      const query = await player[start]({ redirect_uri: 'http://127.0.0.1:4000/callback' });
      const register = (redirect_uris: string[]) =>
        flow()
          .database.updateTable('application')
          .set({ redirect_uris })
          .where('id', '=', flow().partner.applicationId)
          .execute();
      await register([flow().partner.redirectUri]);
      const page = await player.open(query);
      await register([flow().partner.redirectUri, 'http://127.0.0.1/callback']);
      expect([page.statusCode, page.headers.location]).toEqual([400, undefined]);
    });
  });
});

describe('the tracking code of an authorization', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);

  async function startAndConsent() {
    const started = (await startAuthorization(flow(), {})).json();
    const back = await player.decide('allow', new URL(started.authorization_url).search.slice(1));
    return { started, back, tracking: String(started.code) };
  }

  it('oauth.authorize: is not part of the address, the redirect, or the code', async () => {
    const { started, back, tracking } = await startAndConsent();
    expect(started.authorization_url).not.toContain(tracking);
    expect(String(back.headers.location)).not.toContain(tracking);
  });

  it('oauth.authorize: cannot be exchanged before or after the consent, in either dialect', async () => {
    const { tracking: code } = await startAndConsent();
    const fresh = (await startAuthorization(flow(), {})).json();
    const redirect_uri = flow().partner.redirectUri;
    for (const tracking of [code, fresh.code, `prc_${code}`]) {
      const grant = { code: tracking, redirect_uri };
      const form = { grant_type: 'authorization_code', ...grant };
      expect(refusal(await exchangeJson(flow(), grant))).toEqual([400, 'invalid_grant']);
      expect(refusal(await postForm(flow(), 'token', form))).toEqual([400, 'invalid_grant']);
    }
  });

  it('oauth.authorize: is neither a reference, nor a refresh token, nor an access token', async () => {
    const { tracking } = await startAndConsent();
    const query = { client_id: flow().partner.clientId, request_uri: `${PREFIX}${tracking}` };
    expect((await player.open(query)).statusCode).toBe(400);
    expect(refusal(await refresh(flow(), tracking))).toEqual([400, 'invalid_grant']);
    expect((await readMember(flow(), bearer(tracking))).statusCode).toBe(401);
  });
});
