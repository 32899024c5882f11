import { describe, expect, it } from 'vitest';
import { type ConnectFlow, useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import {
  exchangeJson,
  logInAt,
  statusOfToken,
  validQuery,
} from '../../src/connect/testing/journeys.ts';
import { refresh, refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const DAY = 24 * 60 * 60;

/** Expects that a token is valid for exactly this many seconds from now on. */
async function expectLife(flow: ConnectFlow, accessToken: string, seconds: number) {
  flow.advance(seconds - 1);
  expect(await statusOfToken(flow, accessToken)).toBe(200);
  flow.advance(1);
  expect(await statusOfToken(flow, accessToken)).toBe(401);
}

describe('lifetimes', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);

  it('RFC 6749 §4.2.2, §6: an access token is valid for exactly an hour, and a refreshed one for another', async () => {
    const { access_token, refresh_token } = await player.tokens();
    await expectLife(flow(), access_token, 3_600);
    const refreshed = (await refresh(flow(), refresh_token)).json();
    await expectLife(flow(), refreshed.access_token, 3_600);
  });

  it('RFC 6749 §6: a refresh token is valid for exactly ninety days', async () => {
    const [early, late] = [await player.tokens(), await player.tokens()];
    flow().advance(90 * DAY - 1);
    expect((await refresh(flow(), early.refresh_token)).statusCode).toBe(200);
    flow().advance(1);
    expect(refusal(await refresh(flow(), late.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('RFC 6749 §6: a rotated refresh token is valid for another ninety days', async () => {
    let { refresh_token: token } = await player.tokens();
    for (let rotations = 0; rotations < 3; rotations += 1) {
      flow().advance(89 * DAY);
      const answer = await refresh(flow(), token);
      expect(answer.statusCode).toBe(200);
      token = answer.json().refresh_token;
    }
  });

  it('RFC 9700 §4.14.2: an expired refresh token ends no other token', async () => {
    const old = await player.tokens();
    flow().advance(90 * DAY);
    const fresh = await player.tokens();
    await refresh(flow(), old.refresh_token);
    expect(await statusOfToken(flow(), fresh.access_token)).toBe(200);
  });

  it('RFC 6265 §4.1.2.2: a session is valid for two weeks, and then the player logs in again', async () => {
    const { browser } = await logInAt(flow(), validQuery(flow()));
    flow().advance(14 * DAY - 1);
    expect((await browser.authorize(validQuery(flow()))).body).toContain('/connect/consent');
    flow().advance(1);
    expect((await browser.authorize(validQuery(flow()))).body).toContain('/connect/log-in');
  });
});

describe('lifetimes that the operator set', () => {
  const flow = useConnectFlow({
    environment: {
      ACCESS_TOKEN_LIFETIME: '120',
      REFRESH_TOKEN_LIFETIME: '300',
      AUTHORIZATION_CODE_LIFETIME: '10',
      AUTHORIZATION_REQUEST_LIFETIME: '20',
    },
  });
  const player = new ReturningPlayer(flow);

  it('RFC 6749 §5.1: expires_in is the lifetime of the access token', async () => {
    const tokens = (await exchangeJson(flow(), await player.code())).json();
    expect(tokens.expires_in).toBe(120);
    await expectLife(flow(), tokens.access_token, 120);
  });

  it('RFC 6749 §6: a refresh token has the lifetime of the setting', async () => {
    const { refresh_token } = await player.tokens();
    flow().advance(300);
    expect(refusal(await refresh(flow(), refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('RFC 6749 §4.1.2: a code has the lifetime of the setting', async () => {
    const [early, late] = [await player.code(), await player.code()];
    flow().advance(9);
    expect((await exchangeJson(flow(), early)).statusCode).toBe(200);
    flow().advance(1);
    expect(refusal(await exchangeJson(flow(), late))).toEqual([400, 'invalid_grant']);
  });

  it('RFC 9126 §2.2: a started authorization has the lifetime of the setting', async () => {
    const [early, late] = [await player.startedQuery(), await player.startedQuery()];
    flow().advance(19);
    expect((await player.open(early)).statusCode).toBe(200);
    flow().advance(1);
    expect((await player.open(late)).statusCode).toBe(400);
    expect((await player.open(early)).statusCode).toBe(200);
  });
});
