import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { formFields } from '../../src/connect/testing/browser-session.ts';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import {
  exchangeJson,
  startAuthorization,
  validQuery,
} from '../../src/connect/testing/journeys.ts';
import { refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

// The partner has registered https://courtside.example/callback. Each of these is similar to it.
const nearMisses: [what: string, address: string][] = [
  ['a path that goes on', 'https://courtside.example/callback/more'],
  ['a suffix without a slash', 'https://courtside.example/callbackx'],
  ['a path cut short', 'https://courtside.example/callbac'],
  ['a slash at the end', 'https://courtside.example/callback/'],
  ['a doubled slash', 'https://courtside.example//callback'],
  ['another case of the path', 'https://courtside.example/CALLBACK'],
  ['another case of the host', 'https://COURTSIDE.example/callback'],
  ['another case of the scheme', 'HTTPS://courtside.example/callback'],
  ['another scheme', 'http://courtside.example/callback'],
  ['a scheme of an app', 'com.courtside.example:/callback'],
  ['a script', 'javascript://courtside.example/callback'],
  ['no scheme', '//courtside.example/callback'],
  ['a user name', 'https://player@courtside.example/callback'],
  ['a user name that looks like the host', 'https://courtside.example@evil.example/callback'],
  ['an empty user name', 'https://@courtside.example/callback'],
  ['another port', 'https://courtside.example:8443/callback'],
  ['the default port spelled out', 'https://courtside.example:443/callback'],
  ['an empty port', 'https://courtside.example:/callback'],
  ['a subdomain', 'https://www.courtside.example/callback'],
  ['a longer host', 'https://courtside.example.evil.example/callback'],
  ['a dot after the host', 'https://courtside.example./callback'],
  ['a letter of another alphabet', 'https://courtsidе.example/callback'],
  ['a backslash for a slash', 'https://courtside.example\\callback'],
  ['a step up and down again', 'https://courtside.example/callback/../callback'],
  ['an encoded step up', 'https://courtside.example/callback/%2e%2e/callback'],
  ['a step on the spot', 'https://courtside.example/./callback'],
  ['an encoded letter', 'https://courtside.example/%63allback'],
  ['an encoded slash', 'https://courtside.example%2Fcallback'],
  ['the whole of it encoded once more', 'https%3A%2F%2Fcourtside.example%2Fcallback'],
  ['a fragment', 'https://courtside.example/callback#token'],
  ['an empty fragment', 'https://courtside.example/callback#'],
  ['an empty query', 'https://courtside.example/callback?'],
  ['a query', 'https://courtside.example/callback?next=https://evil.example'],
  ['more behind a registered query', 'https://courtside.example/callback?from=app&next=evil'],
  ['a registered query in another case', 'https://courtside.example/callback?From=app'],
  ['a path parameter', 'https://courtside.example/callback;a=b'],
  ['a space behind it', 'https://courtside.example/callback '],
  ['a line break behind it', 'https://courtside.example/callback\n'],
  ['a tab within it', 'https://courtside.example/call\tback'],
  ['an encoded NUL', 'https://courtside.example/callback%00'],
  ['two addresses', 'https://courtside.example/callback https://evil.example/'],
];

describe('a redirect address that is not a registered one', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);

  testRows(nearMisses)(
    'RFC 9700 §4.1.3, RFC 9126 §2.3: gets an error page without a redirect, and the server starts nothing',
    async (_what, redirect_uri) => {
      const page = await player.open({ ...validQuery(flow()), redirect_uri });
      expect([page.statusCode, page.headers.location]).toEqual([400, undefined]);
      expect(page.body).not.toMatch(/evil|href="(?!\/[^/]|\/")/);
      const started = await startAuthorization(flow(), { redirect_uri });
      expect(refusal(started)).toEqual([400, 'invalid_request']);
    },
  );

  testRows(nearMisses)(
    'RFC 6749 §4.1.3: neither exchanges a code nor consumes it',
    async (_what, redirect_uri) => {
      const grant = await player.code();
      const refused = await exchangeJson(flow(), { ...grant, redirect_uri });
      expect(refusal(refused)).toEqual([400, 'invalid_grant']);
      expect((await exchangeJson(flow(), grant)).statusCode).toBe(200);
    },
  );

  testRows(['https://evil.example/callback', 'https://courtside.example/callback/more', ''])(
    'RFC 9700 §4.1.3: is not followed from the consent form',
    async (redirect_uri) => {
      const page = await player.open(validQuery(flow()));
      const authorization = new URLSearchParams(
        formFields(page.body, '/connect/consent').get('authorization') ?? '',
      );
      authorization.set('redirect_uri', redirect_uri);
      const answer = await player.browser.submit(page, '/connect/consent', {
        decision: 'allow',
        authorization: authorization.toString(),
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.headers.location).toBeUndefined();
    },
  );

  it('RFC 6749 §4.1.3: a code belongs to the registered address of its request', async () => {
    const { code } = await player.code();
    const redirect_uri = 'https://courtside.example/callback?from=app';
    const refused = await exchangeJson(flow(), { code, redirect_uri });
    expect(refusal(refused)).toEqual([400, 'invalid_grant']);
  });

  it('RFC 6749 §3.1.2.3: an address of another application is not registered for this one', async () => {
    const { redirectUri } = flow().otherPartner;
    const page = await player.open({ ...validQuery(flow()), redirect_uri: redirectUri });
    expect(page.statusCode).toBe(400);
  });
});
