import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import {
  exchangeForm,
  exchangeJson,
  returned,
  statusOfToken,
  validQuery,
} from '../../src/connect/testing/journeys.ts';
import { race } from '../../src/connect/testing/race.ts';
import { databases } from '../../src/testing/test-database.ts';
import { postForm, postJson, refresh, refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const ten = Array.from({ length: 10 }, (_, index) => index);

describe.each(databases)('the best current practice on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const player = new ReturningPlayer(flow);
  const refreshJson = (refresh_token: string) => postJson(flow(), 'refresh', { refresh_token });
  const foreign = () => ({ 'x-api-key': flow().otherPartner.apiKey });

  describe('RFC 9700 §2.1.1: a code', () => {
    it('is consumed once by simultaneous exchanges of both dialects, and nine replays end its tokens', async () => {
      const grant = await player.code();
      const form = { grant_type: 'authorization_code', ...grant };
      const exchanges = ten.map(
        (index) => () =>
          index % 2 === 0 ? exchangeJson(flow(), grant) : exchangeForm(flow(), form),
      );
      const answers = await race(flow().database, kind, 'connection', exchanges);
      const [success, ...more] = answers.filter((answer) => answer.statusCode === 200);
      expect(more).toEqual([]);
      expect(await statusOfToken(flow(), success?.json().access_token)).toBe(401);
    });

    it('used again after its minute still ends its tokens', async () => {
      const grant = await player.code();
      const { access_token } = (await exchangeJson(flow(), grant)).json();
      flow().advance(1_800);
      expect(refusal(await exchangeJson(flow(), grant))).toEqual([400, 'invalid_grant']);
      expect(await statusOfToken(flow(), access_token)).toBe(401);
    });

    it('used again with a wrong verifier or address still ends its tokens', async () => {
      for (const change of [
        { code_verifier: 'x'.repeat(43) },
        { redirect_uri: 'https://x.example' },
      ]) {
        const grant = await player.code();
        const { access_token } = (await exchangeJson(flow(), grant)).json();
        await exchangeJson(flow(), { ...grant, ...change });
        expect(await statusOfToken(flow(), access_token)).toBe(401);
      }
    });

    it('of an unauthenticated client is not looked up, so nobody ends a stranger’s tokens', async () => {
      const grant = await player.code();
      const { access_token } = (await exchangeJson(flow(), grant)).json();
      expect(refusal(await exchangeJson(flow(), grant, {}))).toEqual([401, 'invalid_client']);
      expect(await statusOfToken(flow(), access_token)).toBe(200);
    });
  });

  describe('RFC 9700 §4.14.2: a refresh token', () => {
    it('is consumed once by simultaneous refreshes of both dialects, which get the same tokens', async () => {
      const { refresh_token } = await player.tokens();
      const refreshes = ten.map(
        (index) => () =>
          index % 2 === 0 ? refreshJson(refresh_token) : refresh(flow(), refresh_token),
      );
      const answers = await race(flow().database, kind, 'connection', refreshes);
      const tokens = answers.map((answer) => answer.json());
      expect(new Set(tokens.map(({ access_token }) => access_token)).size).toBe(1);
      expect(new Set(tokens.map((each) => each.refresh_token)).size).toBe(1);
      expect(await statusOfToken(flow(), tokens[0]?.access_token)).toBe(200);
    });

    it('ends all tokens if another application uses it again', async () => {
      const { refresh_token } = await player.tokens();
      const second = (await refreshJson(refresh_token)).json();
      const answer = await postJson(flow(), 'refresh', { refresh_token }, foreign());
      expect(refusal(answer)).toEqual([400, 'invalid_grant']);
      expect(await statusOfToken(flow(), second.access_token)).toBe(401);
    });

    it('ends all tokens if it is used again after 30 seconds', async () => {
      const other = await player.tokens();
      const { refresh_token } = await player.tokens();
      const second = (await refreshJson(refresh_token)).json();
      flow().advance(30);
      expect(refusal(await refreshJson(refresh_token))).toEqual([400, 'invalid_grant']);
      for (const { access_token } of [other, second]) {
        expect(await statusOfToken(flow(), access_token)).toBe(401);
      }
      expect(refusal(await refreshJson(second.refresh_token))).toEqual([400, 'invalid_grant']);
      const { details } = await flow()
        .database.selectFrom('audit_entry')
        .select('details')
        .where('action', '=', 'token.reuse_detected')
        .orderBy('audit_order', 'desc')
        .executeTakeFirstOrThrow();
      const presentedBy = flow().partner.applicationId;
      expect(details).toMatchObject({ kind: 'refresh_token', presentedBy });
    });

    it('ends no tokens of another player or another application if it is used again', async () => {
      const theirs = { client_id: 'rally-league', redirect_uri: flow().otherPartner.redirectUri };
      const grant = await player.code(theirs);
      const elsewhere = (await exchangeJson(flow(), grant, foreign())).json();
      const { refresh_token } = await player.tokens();
      await refreshJson(refresh_token);
      flow().advance(30);
      await refreshJson(refresh_token);
      expect(await statusOfToken(flow(), elsewhere.access_token)).toBe(200);
    });

    it('keeps the connection if it is used again, so the player need not consent again', async () => {
      const { refresh_token } = await player.tokens();
      await refreshJson(refresh_token);
      flow().advance(30);
      await refreshJson(refresh_token);
      const again = await player.tokens();
      expect(await statusOfToken(flow(), again.access_token)).toBe(200);
    });

    it('of another application is refused in both dialects, and not consumed', async () => {
      const { refresh_token } = await player.tokens();
      const form = { grant_type: 'refresh_token', refresh_token };
      const answers = [
        await postForm(flow(), 'token', form, foreign()),
        await postJson(flow(), 'refresh', { refresh_token }, foreign()),
      ];
      expect(answers.map(refusal)).toEqual(Array(2).fill([400, 'invalid_grant']));
      expect((await refreshJson(refresh_token)).statusCode).toBe(200);
    });
  });

  it('RFC 9700 §4.14.2: ten simultaneous disconnections and refreshes leave no token', async () => {
    const { refresh_token, access_token } = await player.tokens();
    const calls = ten.map(
      (index) => () =>
        index === 5
          ? postJson(flow(), 'revoke', { player_id: flow().player.memberId })
          : refreshJson(refresh_token),
    );
    const answers = await race(flow().database, kind, 'connection', calls);
    expect(answers[5]?.statusCode).toBe(200);
    const issued = answers.filter((answer, index) => index !== 5 && answer.statusCode === 200);
    for (const token of [access_token, ...issued.map((answer) => answer.json().access_token)]) {
      expect(await statusOfToken(flow(), token)).toBe(401);
    }
  });

  it('RFC 9700 §2.1: simultaneous consents and refusals leave at most one valid code', async () => {
    const page = await player.open(await player.startedQuery());
    const decisions = ten.map(
      (index) => () =>
        player.browser.submit(page, '/connect/consent', {
          decision: index % 2 === 0 ? 'allow' : 'deny',
        }),
    );
    const answers = await race(flow().database, kind, 'authorization_request', decisions);
    const decided = answers.filter((answer) => answer.statusCode === 303);
    expect(decided).not.toHaveLength(0);
    for (const answer of answers) expect([303, 400]).toContain(answer.statusCode);
    const redirect_uri = flow().partner.redirectUri;
    const worked: string[] = [];
    for (const answer of decided) {
      const code = returned(answer).get('code');
      if (code === null) continue;
      const exchange = await exchangeJson(flow(), { code, redirect_uri });
      if (exchange.statusCode === 200) worked.push(code);
    }
    expect(worked.length).toBeLessThanOrEqual(1);
  });
});

describe('the best current practice in a browser', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);

  it('RFC 9700 §4.12: no response to a form makes the browser post it again elsewhere', async () => {
    const query = validQuery(flow());
    const answers = [await player.decide('allow', query), await player.decide('deny', query)];
    expect(answers.map((answer) => answer.statusCode)).toEqual([303, 303]);
    expect(answers.map((answer) => answer.body)).toEqual(['', '']);
  });

  testRows([
    ...['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'],
    ...['', '?client_id=courtside-club', '#', '../../evil'],
  ])(
    'RFC 9700 §4.11.2: a form whose request is an address redirects nowhere',
    async (authorization) => {
      const page = await player.open(validQuery(flow()));
      const values = { decision: 'allow', authorization };
      const answer = await player.browser.submit(page, '/connect/consent', values);
      expect(answer.statusCode).toBe(400);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.body).not.toContain('evil');
    },
  );

  it('RFC 9700 §2.1.2: a redirect contains no token', async () => {
    for (const response_type of ['code', 'token', 'code token']) {
      const back = await player.open({ ...validQuery(flow()), response_type });
      expect(String(back.headers.location)).not.toMatch(/access_token|#/);
    }
    expect([...returned(await player.allow()).keys()]).toEqual(['code', 'state', 'iss']);
  });
});
