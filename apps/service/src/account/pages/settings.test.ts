import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { changeDiscovery } from '../../members/change-discovery.ts';
import { eraseMember } from '../../privacy/erase-member.ts';
import { auditOf, noticeOn, openSettings, textOf } from '../testing/account.ts';
import { playSeason } from '../testing/matches.ts';
import { mayShare } from './settings.ts';

const path = '/account/sharing';

describe('the share page of a player', () => {
  const flow = useConnectFlow();
  const anybody = async (address: string) => await new BrowserSession(flow().app).open(address);

  /** Switches the page on or off, and gives the path of what the account links to. */
  async function share(shared: 'on' | 'off') {
    const { browser, page } = await openSettings(flow());
    const answer = await browser.submit(page, path, { shared });
    const after = await browser.follow(answer);
    const address = /href="[^"]*(\/players\/[^"]+)"/.exec(after.body)?.[1] ?? null;
    return { answer, after, address };
  }

  it('is there for nobody before the player switches it on', async () => {
    const { page } = await openSettings(flow());
    expect(page.body).not.toContain('/players/');
    expect(page.body).toContain('aria-checked="false" name="shared" value="on"');
  });

  it('303 is switched on: the short name, ratings and charts, and nothing else', async () => {
    await playSeason(flow(), { matches: 5 });
    const { answer, after, address } = await share('on');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/settings']);
    expect(noticeOn(after)).toContain('Your share page is ready.');
    expect(address).toMatch(/^\/players\/[\w-]{43}$/);
    const page = await anybody(address ?? '');
    expect(page.statusCode).toBe(200);
    const text = textOf(page);
    expect(text).toMatch(/^Mike B\. Pickleball \d\.\d{3}/);
    expect(page.body).toContain('<svg class="chart"');
    const { memberId } = flow().player;
    for (const hidden of ['Brennan', 'mike', memberId, 'Priya', 'Rally', 'Everywhere']) {
      expect(page.body).not.toContain(hidden);
    }
  });

  it('is for no search engine, no cache and no other site', async () => {
    const { address } = await share('on');
    const { headers, body } = await anybody(address ?? '');
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('<meta name="robots" content="noindex">');
  });

  it('stays where it is when it is switched on again, and is there also for who hides from search', async () => {
    const { address } = await share('on');
    const who = { memberId: flow().player.memberId, actor: 'player' } as const;
    await changeDiscovery(flow().dependencies, { ...who, isDiscoverable: false });
    expect((await share('on')).address).toBe(address);
    expect((await anybody(address ?? '')).statusCode).toBe(200);
    await changeDiscovery(flow().dependencies, { ...who, isDiscoverable: true });
  });

  it('404 is gone at once when it is switched off, and has another address when it comes back', async () => {
    const before = await share('on');
    const off = await share('off');
    expect(noticeOn(off.after)).toBe('Your share page is gone.');
    expect(off.address).toBeNull();
    const page = await anybody(before.address ?? '');
    expect(page.statusCode).toBe(404);
    expect(page.body).not.toContain('Mike');
    const after = await share('on');
    expect(after.address).not.toBe(before.address);
    expect((await anybody(before.address ?? '')).statusCode).toBe(404);
  });

  it('404 while the account is locked, since its player cannot switch it off', async () => {
    const { address } = await share('on');
    const lock = async (locked_at: Date | null) => {
      const { database, player } = flow();
      const account = database.updateTable('account').where('member_id', '=', player.memberId);
      await account.set({ locked_at }).execute();
    };
    await lock(new Date());
    expect((await anybody(address ?? '')).statusCode).toBe(404);
    await lock(null);
    expect((await anybody(address ?? '')).statusCode).toBe(200);
  });

  testRows(['/players/nobody', '/players/', `/players/${'a'.repeat(2_000)}`, '/players/%00'])(
    'is at no other address',
    async (address) => {
      expect(String((await anybody(address)).statusCode)).toMatch(/^4\d\d$/);
    },
  );

  it('leaves a line each time it changes', async () => {
    await share('off');
    await flow().database.deleteFrom('shared_page').execute();
    const { length } = await auditOf(flow(), 'sharing.changed');
    await share('on');
    await share('on');
    await share('off');
    expect((await auditOf(flow(), 'sharing.changed')).slice(length)).toMatchObject([
      { details: { isShared: true } },
      { details: { isShared: false } },
    ]);
  });

  it('is nothing for who is under 16, and was switched on before that was known', async () => {
    const { address } = await share('on');
    const setBirth = async (facts: { birth_date: string | null; protected_until?: null }) =>
      await flow()
        .database.updateTable('member')
        .set(facts)
        .where('id', '=', flow().player.memberId)
        .execute();
    await setBirth({ birth_date: '2012-01-01' });
    expect((await anybody(address ?? '')).statusCode).toBe(404);
    const { browser, page } = await openSettings(flow());
    expect(textOf(page)).toContain('You can have one when you are 16.');
    await flow().database.deleteFrom('shared_page').execute();
    const form = new URLSearchParams({
      form_token: /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '',
      shared: 'on',
    });
    await browser.post(path, form);
    expect(await flow().database.selectFrom('shared_page').selectAll().execute()).toEqual([]);
    await setBirth({ birth_date: null, protected_until: null });
  });

  it('goes with the account', async () => {
    const { address } = await share('on');
    await eraseMember(flow().dependencies, { memberId: flow().player.memberId, actor: 'player' });
    expect((await anybody(address ?? '')).statusCode).toBe(404);
    expect(await flow().database.selectFrom('shared_page').selectAll().execute()).toEqual([]);
  });
});

testRows([
  ['2026-09-14', true],
  ['2026-09-15', false],
  [null, true],
])('who is protected may share only once they are old enough', (protected_until, may) => {
  expect(mayShare({ protected_until }, new Date('2026-09-14T12:00:00Z'))).toBe(may);
});
