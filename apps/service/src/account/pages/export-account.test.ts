import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { openSettings } from '../testing/account.ts';

describe('POST /account/export', () => {
  const flow = useConnectFlow();

  it('200 is a file with everything about the player, which no cache stores', async () => {
    const { browser, page } = await openSettings(flow());
    const answer = await browser.submit(page, '/account/export', {});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="partner-rating-data.json"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    const { memberId, email } = flow().player;
    expect(answer.json()).toMatchObject({
      format: 'partner-rating-export-1',
      profile: { id: memberId, email },
      account: { sessions: [{ userAgent: 'none that is known' }] },
      connections: [],
      matches: [],
    });
    expect(answer.body).not.toContain(flow().otherPlayer.email);
  });
});
