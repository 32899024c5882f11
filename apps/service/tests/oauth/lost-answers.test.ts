import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { statusOfToken } from '../../src/connect/testing/journeys.ts';
import { seededRandom } from '../../src/platform/random.ts';
import { postJson, refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const REFRESHES = Number(process.env.LOST_ANSWER_REFRESHES ?? 100);
const LOST = 0.3;

describe('a mobile network', () => {
  const flow = useConnectFlow({ environment: { TOKEN_RATE_LIMIT: '0' } });
  const player = new ReturningPlayer(flow);

  it('that loses three of ten responses costs no connection, leaves no extra token, and hides no theft', async () => {
    const random = seededRandom(1);
    let { access_token, refresh_token } = await player.tokens();
    let used = refresh_token;
    for (let refreshes = 0; refreshes < REFRESHES; refreshes += 1) {
      flow().advance(3_600);
      const send = async () => await postJson(flow(), 'refresh', { refresh_token });
      let answer = await send();
      while (random() < LOST) {
        flow().advance(2);
        answer = await send();
      }
      expect(answer.statusCode).toBe(200);
      used = refresh_token;
      ({ access_token, refresh_token } = answer.json());
    }
    expect(await statusOfToken(flow(), access_token)).toBe(200);
    const { database } = flow();
    const tokens = await database.selectFrom('refresh_token').select('used_at').execute();
    expect(tokens).toHaveLength(REFRESHES + 1);
    expect(tokens.filter(({ used_at }) => used_at === null)).toHaveLength(1);
    const accessTokens = await database.selectFrom('access_token').select('token_hash').execute();
    expect(accessTokens).toHaveLength(REFRESHES + 1);
    const audit = await database.selectFrom('audit_entry').select('action').execute();
    expect(audit.map(({ action }) => action)).not.toContain('token.reuse_detected');

    flow().advance(30);
    const stolen = await postJson(flow(), 'refresh', { refresh_token: used });
    expect(refusal(stolen)).toEqual([400, 'invalid_grant']);
    expect(await statusOfToken(flow(), access_token)).toBe(401);
    expect(refusal(await postJson(flow(), 'refresh', { refresh_token }))).toEqual([
      400,
      'invalid_grant',
    ]);
  });
});
