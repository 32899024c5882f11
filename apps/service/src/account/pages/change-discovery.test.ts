import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { databases } from '../../testing/test-database.ts';
import { auditOf, noticeOn, openSettings } from '../testing/account.ts';

const path = '/account/discovery';
const shown = 'You are shown in search and on leaderboards.';
const hidden = 'Only applications that you connected can find you.';

describe.each(databases)('POST /account/discovery on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const isDiscoverable = async (memberId: string) => {
    const member = await flow()
      .database.selectFrom('member')
      .select('is_discoverable')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    return member.is_discoverable;
  };
  const audit = () => auditOf(flow(), 'discovery.changed');

  it('303 hides the player and shows them again, with a notice and an audit entry each', async () => {
    const { memberId } = flow().player;
    const { browser, page } = await openSettings(flow());
    expect(page.body).toMatch(/role="switch" aria-checked="true"[^>]* value="off"/);

    const off = await browser.submit(page, path, { discoverable: 'off' });
    expect([off.statusCode, off.headers.location]).toEqual([303, '/account/settings']);
    const hiddenPage = await browser.follow(off);
    expect(noticeOn(hiddenPage)).toBe(hidden);
    expect(hiddenPage.body).toMatch(/role="switch" aria-checked="false"[^>]* value="on"/);
    expect(await isDiscoverable(memberId)).toBe(false);
    expect(await isDiscoverable(flow().otherPlayer.memberId)).toBe(true);

    const on = await browser.submit(hiddenPage, path, { discoverable: 'on' });
    expect(noticeOn(await browser.follow(on))).toBe(shown);
    expect(await isDiscoverable(memberId)).toBe(true);
    const line = { actor: 'player', application_id: null, member_id: memberId };
    expect(await audit()).toEqual([
      { ...line, details: { isDiscoverable: false } },
      { ...line, details: { isDiscoverable: true } },
    ]);
  });

  it('303 changes and records it once if it is sent twice, as by a double click', async () => {
    const { browser, page } = await openSettings(flow());
    const lines = (await audit()).length;
    const answers = await Promise.all(
      [1, 2].map(() => browser.submit(page, path, { discoverable: 'off' })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(await isDiscoverable(flow().player.memberId)).toBe(false);
    expect(await audit()).toHaveLength(lines + 1);
  });

  it('303 changes nothing without exactly one valid state', async () => {
    const { browser, page } = await openSettings(flow());
    const before = await isDiscoverable(flow().player.memberId);
    for (const discoverable of [[], 'maybe', ['on', 'off']]) {
      const answer = await browser.submit(page, path, { discoverable });
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/settings']);
      expect(noticeOn(await browser.follow(answer))).toBeNull();
      expect(await isDiscoverable(flow().player.memberId)).toBe(before);
    }
  });
});
