import { testRows } from '@partner-rating/table-tests';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import {
  exchangeJson,
  pkce,
  returned,
  startAuthorization,
  validQuery,
} from '../../src/connect/testing/journeys.ts';
import { refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

describe('an app on the player’s own device', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);
  const valid = { code_challenge: pkce.challenge, code_challenge_method: 'S256' };

  beforeAll(async () => {
    const redirect_uris = [
      'com.example.courtside:/callback',
      'http://127.0.0.1/callback',
      'http://[::1]:4000/callback',
      'http://localhost:4000/callback',
    ];
    const { database, partner } = flow();
    await database
      .updateTable('application')
      .set({ redirect_uris })
      .where('id', '=', partner.applicationId)
      .execute();
  });

  testRows([
    'http://127.0.0.1/callback',
    'http://127.0.0.1:1/callback',
    'http://127.0.0.1:65535/callback',
    'http://[::1]:4000/callback',
    'http://[::1]:51234/callback',
    'http://[::1]/callback',
    'http://localhost:4000/callback',
    'http://localhost:4001/callback',
    'http://localhost/callback',
  ])('RFC 8252 §7.3: gets a code that it can exchange, with any port', async (redirect_uri) => {
    const back = await player.allow({ ...valid, redirect_uri });
    expect(back.headers.location).toMatch(/^http:\/\/[^?]+\/callback\?code=prc_/);
    expect(String(back.headers.location).split('?')[0]).toBe(redirect_uri);
    const grant = { code: returned(back).get('code'), redirect_uri };
    const tokens = await exchangeJson(flow(), { ...grant, code_verifier: pkce.verifier });
    expect(tokens.statusCode).toBe(200);
  });

  testRows([
    ['another path', 'http://127.0.0.1:4000/other'],
    ['a query', 'http://127.0.0.1:4000/callback?a=b'],
    ['a fragment', 'http://127.0.0.1:4000/callback#a'],
    ['https', 'https://127.0.0.1:4000/callback'],
    ['another address of the loopback network', 'http://127.0.0.2/callback'],
    ['a short form of the address', 'http://127.1/callback'],
    ['the address as one number', 'http://2130706433/callback'],
    ['the address in hexadecimal', 'http://0x7f.0.0.1/callback'],
    ['IPv6 written at length', 'http://[0:0:0:0:0:0:0:1]:4000/callback'],
    ['IPv4 mapped into IPv6', 'http://[::ffff:127.0.0.1]/callback'],
    ['every interface', 'http://0.0.0.0/callback'],
    ['a user name', 'http://127.0.0.1@evil.example/callback'],
    ['a port before a user name', 'http://127.0.0.1:80@evil.example/callback'],
    ['a longer host', 'http://127.0.0.1.evil.example/callback'],
    ['port 0', 'http://127.0.0.1:0/callback'],
    ['a port beyond the last', 'http://127.0.0.1:65536/callback'],
    ['a port that is not a number', 'http://127.0.0.1:port/callback'],
    ['a negative port', 'http://127.0.0.1:-1/callback'],
    ['another path of localhost', 'http://localhost:4000/other'],
    ['a longer host than localhost', 'http://localhost.evil.example:4000/callback'],
    ['localhost as a user name', 'http://localhost:4000@evil.example/callback'],
    ['localhost with a dot', 'http://localhost.:4000/callback'],
    ['a host below localhost', 'http://app.localhost:4000/callback'],
  ])(
    'RFC 8252 §7.3: is refused if more than the port differs, by the page and by the operation that starts an authorization',
    async (_what, redirect_uri) => {
      const page = await player.open({ ...validQuery(flow()), redirect_uri });
      expect(page.statusCode).toBe(400);
      expect(page.headers.location).toBeUndefined();
      expect(refusal(await startAuthorization(flow(), { redirect_uri }))).toEqual([
        400,
        'invalid_request',
      ]);
    },
  );

  it('RFC 8252 §7.1: receives the code with its own scheme', async () => {
    const redirect_uri = 'com.example.courtside:/callback';
    const page = await player.open({ ...validQuery(flow()), ...valid, redirect_uri });
    expect(page.body).toContain('the app com.example.courtside');
    const back = await player.allow({ ...valid, redirect_uri });
    expect(back.headers.location).toMatch(/^com\.example\.courtside:\/callback\?code=prc_/);
  });

  testRows([
    'com.example.courtside://callback',
    'com.example.courtside:callback',
    'com.example.courtside:/callback/',
    'com.example.Courtside:/callback',
    'com.example.courtside.evil:/callback',
    'com.example:/callback',
  ])('RFC 8252 §7.1: needs the registered scheme and path', async (redirect_uri) => {
    const page = await player.open({ ...validQuery(flow()), redirect_uri });
    expect(page.statusCode).toBe(400);
    expect(page.headers.location).toBeUndefined();
  });
});
