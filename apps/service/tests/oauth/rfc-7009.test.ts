import { setTimeout as sleep } from 'node:timers/promises';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { exchangeJson, statusOfToken } from '../../src/connect/testing/journeys.ts';
import { databases } from '../../src/testing/test-database.ts';
import { basic, postForm, refresh, refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

// Enough for the two to compete at every step.
const ROUNDS = 24;

describe('the revocation endpoint', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);
  const revoke = (fields: Record<string, string> | string) => postForm(flow(), 'revoke', fields);

  testRows(['access_token', 'refresh_token', 'id_token', 'urn:example:token', '🏓'])(
    'RFC 7009 §2.1: the hint does not change what is revoked',
    async (token_type_hint) => {
      const { access_token } = await player.tokens();
      const { refresh_token } = await player.tokens();
      for (const token of [access_token, refresh_token]) await revoke({ token, token_type_hint });
      expect(await statusOfToken(flow(), access_token)).toBe(401);
      expect(refusal(await refresh(flow(), refresh_token))).toEqual([400, 'invalid_grant']);
    },
  );

  testRows([
    ['without a token', ''],
    ['with an empty token', 'token='],
    ['with a repeated token', 'token=a&token=a'],
    ['with a repeated hint', 'token=a&token_type_hint=a&token_type_hint=a'],
    ['with a token that is too long', `token=${'a'.repeat(513)}`],
    ['with a broken encoding', 'token=%zz'],
  ])('RFC 7009 §2.1: a form without a single token is invalid_request', async (_what, form) => {
    expect(refusal(await revoke(form))).toEqual([400, 'invalid_request']);
  });

  it('RFC 7009 §2.1: unknown parameters are ignored', async () => {
    const { access_token } = await player.tokens();
    const answer = await revoke({ token: access_token, player_id: 'mem_x', reason: 'leaving' });
    expect(answer.statusCode).toBe(200);
    expect(await statusOfToken(flow(), access_token)).toBe(401);
  });

  it('RFC 7009 §2.1: another application’s Basic credentials revoke no token of this one', async () => {
    const { access_token, refresh_token } = await player.tokens();
    const { clientId, apiKey } = flow().otherPartner;
    for (const token of [access_token, refresh_token]) {
      const answer = await postForm(flow(), 'revoke', { token }, basic(clientId, apiKey));
      expect(answer.statusCode).toBe(200);
    }
    expect(await statusOfToken(flow(), access_token)).toBe(200);
    expect((await refresh(flow(), refresh_token)).statusCode).toBe(200);
  });

  testRows(['latest', 'first'])(
    'RFC 7009 §2.1: a refresh token ends all tokens from refreshing',
    async (which) => {
      const first = await player.tokens();
      const second = (await refresh(flow(), first.refresh_token)).json();
      const third = (await refresh(flow(), second.refresh_token)).json();
      await revoke({ token: which === 'first' ? first.refresh_token : third.refresh_token });
      for (const { access_token } of [first, second, third]) {
        expect(await statusOfToken(flow(), access_token)).toBe(401);
      }
      expect((await refresh(flow(), third.refresh_token)).statusCode).toBe(400);
    },
  );

  it('RFC 7009 §2.2: revoking again is a success', async () => {
    const { refresh_token } = await player.tokens();
    const answers = [
      await revoke({ token: refresh_token }),
      await revoke({ token: refresh_token }),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
  });

  it('RFC 7009 §2.2: an expired token is a success', async () => {
    const { access_token } = await player.tokens();
    flow().advance(3_600);
    expect((await revoke({ token: access_token })).statusCode).toBe(200);
  });

  it('RFC 7009 §2.2: says nothing about the token, and caches do not store the response', async () => {
    const { access_token } = await player.tokens();
    const [known, unknown] = [await revoke({ token: access_token }), await revoke({ token: 'a' })];
    expect(known.body).toBe(unknown.body);
    expect(known.headers['cache-control']).toBe('private, no-store');
  });

  it('RFC 7009 §2.2: an authorization code or an API key is not a token, and stays valid', async () => {
    const grant = await player.code();
    await revoke({ token: grant.code });
    await revoke({ token: flow().partner.apiKey });
    expect((await exchangeJson(flow(), grant)).statusCode).toBe(200);
  });

  it('RFC 7009 §3: a revoked refresh token does not count as used twice', async () => {
    const other = await player.tokens();
    const { refresh_token } = await player.tokens();
    await revoke({ token: refresh_token });
    expect(refusal(await refresh(flow(), refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await statusOfToken(flow(), other.access_token)).toBe(200);
  });
});

describe.each(databases)('a revocation on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const player = new ReturningPlayer(flow);

  it('RFC 7009 §2.1: leaves no valid token from a refresh at the same time', async () => {
    let refreshes = 0;
    // The machine may be so busy that every revocation is first. So they come later and later, until one is not.
    for (let round = 0; round < ROUNDS || refreshes === 0; round += 1) {
      const { refresh_token: token } = await player.tokens();
      const [refreshed, revoked] = await Promise.all([
        refresh(flow(), token),
        sleep((round % 8) * Math.ceil((round + 1) / ROUNDS)).then(() =>
          postForm(flow(), 'revoke', { token }),
        ),
      ]);
      expect(revoked.statusCode).toBe(200);
      if (refreshed.statusCode !== 200) continue;
      refreshes += 1;
      expect(await statusOfToken(flow(), refreshed.json().access_token)).toBe(401);
    }
  });

  it('RFC 7009 §2.1: succeeds for all of ten simultaneous requests', async () => {
    const { refresh_token: token } = await player.tokens();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => postForm(flow(), 'revoke', { token })),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
  });
});
