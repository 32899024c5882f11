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

/** Expects that a token is good for so many seconds from now on, and no longer. */
async function expectLife(flow: ConnectFlow, accessToken: string, seconds: number) {
  flow.advance(seconds - 1);
  expect(await statusOfToken(flow, accessToken)).toBe(200);
  flow.advance(1);
  expect(await statusOfToken(flow, accessToken)).toBe(401);
}

describe('lifetimes', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);

  it('RFC 6749 §4.2.2, §6: an access token lives an hour to the second, a refreshed one an hour of its own', async () => {
    const { access_token, refresh_token } = await player.tokens();
    await expectLife(flow(), access_token, 3_600);
    const refreshed = (await refresh(flow(), refresh_token)).json();
    await expectLife(flow(), refreshed.access_token, 3_600);
  });

  it('RFC 6749 §6: a refresh token lives ninety days to the second', async () => {
    const [early, late] = [await player.tokens(), await player.tokens()];
    flow().advance(90 * DAY - 1);
    expect((await refresh(flow(), early.refresh_token)).statusCode).toBe(200);
    flow().advance(1);
    expect(refusal(await refresh(flow(), late.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('RFC 6749 §6: a rotated refresh token begins ninety days of its own', async () => {
    let { refresh_token: token } = await player.tokens();
    for (let rotations = 0; rotations < 3; rotations += 1) {
      flow().advance(89 * DAY);
      const answer = await refresh(flow(), token);
      expect(answer.statusCode).toBe(200);
      token = answer.json().refresh_token;
    }
  });

  it('RFC 9700 §4.14.2: an expired refresh token ends nothing else', async () => {
    const old = await player.tokens();
    flow().advance(90 * DAY);
    const fresh = await player.tokens();
    await refresh(flow(), old.refresh_token);
    expect(await statusOfToken(flow(), fresh.access_token)).toBe(200);
  });

  it('RFC 6265 §4.1.2.2: a session lives two weeks, then the player logs in again', async () => {
    const { browser } = await logInAt(flow(), validQuery(flow()));
    flow().advance(14 * DAY - 1);
    expect((await browser.authorize(validQuery(flow()))).body).toContain('/connect/consent');
    flow().advance(1);
    expect((await browser.authorize(validQuery(flow()))).body).toContain('/connect/log-in');
  });
});

describe('lifetimes that the operator chose', () => {
  const flow = useConnectFlow({
    environment: {
      ACCESS_TOKEN_LIFETIME: '120',
      REFRESH_TOKEN_LIFETIME: '300',
      AUTHORIZATION_CODE_LIFETIME: '10',
      AUTHORIZATION_REQUEST_LIFETIME: '20',
    },
  });
  const player = new ReturningPlayer(flow);

  it('RFC 6749 §5.1: expires_in says how long the access token lives', async () => {
    const tokens = (await exchangeJson(flow(), await player.code())).json();
    expect(tokens.expires_in).toBe(120);
    await expectLife(flow(), tokens.access_token, 120);
  });

  it('RFC 6749 §6: a refresh token lives as long as it is set to', async () => {
    const { refresh_token } = await player.tokens();
    flow().advance(300);
    expect(refusal(await refresh(flow(), refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('RFC 6749 §4.1.2: a code lives as long as it is set to', async () => {
    const [early, late] = [await player.code(), await player.code()];
    flow().advance(9);
    expect((await exchangeJson(flow(), early)).statusCode).toBe(200);
    flow().advance(1);
    expect(refusal(await exchangeJson(flow(), late))).toEqual([400, 'invalid_grant']);
  });

  it('RFC 9126 §2.2: a started authorization lives as long as it is set to', async () => {
    const [early, late] = [await player.startedQuery(), await player.startedQuery()];
    flow().advance(19);
    expect((await player.open(early)).statusCode).toBe(200);
    flow().advance(1);
    expect((await player.open(late)).statusCode).toBe(400);
    expect((await player.open(early)).statusCode).toBe(200);
  });
});
