import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { BrowserSession } from '../../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../../connect/testing/connect-flow.ts';
import { changeDiscovery } from '../../../members/change-discovery.ts';
import { eraseMember } from '../../../privacy/erase-member.ts';
import { sharedItems } from '../../domain/shared-items.ts';
import { auditOf, noticeOn, openAccount, textOf } from '../../testing/account.ts';
import { playSeason } from '../../testing/matches.ts';

const path = '/account/sharing';

describe('the share page of a player', () => {
  const flow = useConnectFlow();
  const anybody = async (address: string) => await new BrowserSession(flow().app).open(address);
  const pageAndPicture = async (address: string) => [
    await anybody(address),
    await anybody(`${address}/picture.png`),
  ];

  /** Presses a button of the form with these items selected. Returns the path in the next page. */
  async function press(act: string, item: readonly string[] = [], listed: string[] = []) {
    const { browser } = await openAccount(flow());
    const page = await browser.open(path);
    const answer = await browser.submit(page, path, { act, item: [...item], listed });
    const after = await browser.follow(answer);
    const address = /value="[^"]*(\/players\/[^"]+)"/.exec(after.body)?.[1] ?? '';
    return { answer, after, address };
  }

  /** Shares these items, whatever was shared before. */
  async function share(...item: string[]): Promise<string> {
    await press('share');
    return (await press('save', item)).address;
  }

  it('does not exist before the player shares it, and nothing is selected', async () => {
    const { browser } = await openAccount(flow());
    const { body } = await browser.open(path);
    expect(body).not.toContain('/players/');
    expect(body).toContain('name="item" value="rating"');
    expect(body).not.toContain(' checked');
  });

  it('303 begins with only the short name', async () => {
    await playSeason(flow(), { matches: 5 });
    const { answer, after, address } = await press('share');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
    expect(noticeOn(after)).toContain('Your share page is ready.');
    expect(address).toMatch(/^\/players\/[\w-]{43}$/);
    const page = await anybody(address);
    expect(page.statusCode).toBe(200);
    expect(textOf(page)).toMatch(
      /^Mike B\. Mike B\. plays with Partner Rating , and shows no ratings/,
    );
  });

  it('contains the selected items, in the page and in its preview on other sites', async () => {
    const address = await share('rating', 'peak', 'record', 'chart');
    const page = await anybody(address);
    expect(textOf(page)).toMatch(/^Mike B\. Pickleball \d\.\d{3} likely .* Peak, .*3 won, 2 lost/);
    expect(page.body).toContain('<svg class="chart"');
    const { publicUrl } = flow().dependencies;
    for (const [property, content] of [
      ['og:title', 'Mike B., player ratings'],
      ['og:url', `${publicUrl}${address}`],
      ['og:image', `${publicUrl}${address}/picture.png`],
      ['og:image:width', '1200'],
    ]) {
      expect(page.body).toContain(`<meta property="${property}" content="${content}">`);
    }
    expect(page.body).toMatch(
      /og:description" content="Mike B\. on Partner Rating\. Pickleball: rated \d\.\d{3}, peak \d\.\d{3}, 3 won, 2 lost\.">/,
    );
    const picture = await anybody(`${address}/picture.png`);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.rawPayload.readUInt32BE(16)).toBe(1_200);
  });

  it('draws another picture at once after an item is deselected', async () => {
    const address = await share('rating', 'record');
    const [, before] = await pageAndPicture(address);
    expect(await share('record')).toBe(address);
    const page = await anybody(address);
    const [, after] = await pageAndPicture(address);
    expect(textOf(page)).not.toMatch(/\d\.\d{3}/);
    expect(after?.rawPayload.equals(before?.rawPayload ?? Buffer.alloc(0))).toBe(false);
    await share();
    const nothing = await pageAndPicture(address);
    expect(nothing[1]?.rawPayload.equals(after?.rawPayload ?? Buffer.alloc(0))).toBe(false);
  });

  it('may be listed by search engines only if the player selects it, and is never cached', async () => {
    const address = await share('rating');
    for (const { headers } of await pageAndPicture(address)) {
      expect(headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      });
      expect(headers).not.toHaveProperty('etag');
      expect(headers).not.toHaveProperty('last-modified');
    }
    const { headers, body } = await anybody(address);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('<meta name="robots" content="noindex">');
    await press('save', ['rating'], ['yes']);
    for (const answer of await pageAndPicture(address)) {
      expect(answer.headers['x-robots-tag']).toBe('all');
    }
    expect((await anybody(address)).body).toContain('<meta name="robots" content="all">');
  });

  it('keeps its address when it is shared again, and exists for a player who hides from search', async () => {
    const address = await share('rating');
    const who = { memberId: flow().player.memberId, actor: 'player' } as const;
    await changeDiscovery(flow().dependencies, { ...who, isDiscoverable: false });
    expect((await press('share')).address).toBe(address);
    const page = await anybody(address);
    expect(page.statusCode).toBe(200);
    expect(textOf(page)).toMatch(/\d\.\d{3}/);
    await changeDiscovery(flow().dependencies, { ...who, isDiscoverable: true });
  });

  it('404 at once after it ends, with its picture, and has another address when it starts again', async () => {
    const address = await share('rating');
    await pageAndPicture(address);
    const ended = await press('end');
    expect(noticeOn(ended.after)).toBe('Your share page is gone.');
    expect(ended.address).toBe('');
    // A form that another tab still shows starts nothing.
    expect((await press('save', ['rating'])).address).toBe('');
    const after = await press('share');
    expect(after.address).not.toBe(address);
    const [unknown] = await pageAndPicture(`/players/${'a'.repeat(43)}`);
    const sameButRequest = (answer = unknown) => ({
      status: answer?.statusCode,
      body: answer?.body.replace(/req_\w+/, ''),
      headers: { ...answer?.headers, date: null, 'x-request-id': null },
    });
    for (const page of await pageAndPicture(address)) {
      expect(page.statusCode).toBe(404);
      expect(sameButRequest(page)).toEqual(sameButRequest());
    }
  });

  it('gets a new address, and the earlier one is gone', async () => {
    const address = await share('rating');
    const moved = await press('new-address');
    expect(moved.address).toMatch(/^\/players\/[\w-]{43}$/);
    expect(noticeOn(moved.after)).toContain('has a new address');
    for (const page of await pageAndPicture(address)) expect(page.statusCode).toBe(404);
    expect(textOf(await anybody(moved.address))).toMatch(/^Mike B\. Pickleball \d/);
  });

  it('404 while the account is locked, because its player cannot end it', async () => {
    const address = await share('rating');
    const lock = async (locked_at: Date | null) => {
      const { database, player } = flow();
      const account = database.updateTable('account').where('member_id', '=', player.memberId);
      await account.set({ locked_at }).execute();
    };
    await lock(new Date());
    for (const page of await pageAndPicture(address)) expect(page.statusCode).toBe(404);
    await lock(null);
    expect((await anybody(address)).statusCode).toBe(200);
  });

  testRows([
    '/players/nobody',
    '/players/',
    '/players/nobody/picture.png',
    `/players/${'a'.repeat(43)}/picture`,
    `/players/${'a'.repeat(2_000)}`,
    '/players/%00',
  ])('has no other address', async (address) => {
    expect(String((await anybody(address)).statusCode)).toMatch(/^4\d\d$/);
  });

  it('adds an audit entry for each change', async () => {
    await press('end');
    const { length } = await auditOf(flow(), 'sharing.changed');
    await press('share', ['chart', 'rating', 'chart', 'password']);
    await press('share');
    await press('new-address');
    await press('unknown');
    await press('end');
    await press('end');
    expect((await auditOf(flow(), 'sharing.changed')).slice(length)).toMatchObject([
      { details: { isShared: true, items: ['rating', 'chart'], isListed: false } },
      { details: { isShared: true, isMoved: true } },
      { details: { isShared: false } },
    ]);
  });

  it('404 for a player under 16, even if it was shared before that was known', async () => {
    const address = await share('rating');
    const setBirth = async (facts: { birth_date: string | null; protected_until?: null }) =>
      await flow()
        .database.updateTable('member')
        .set(facts)
        .where('id', '=', flow().player.memberId)
        .execute();
    await setBirth({ birth_date: '2012-01-01' });
    for (const page of await pageAndPicture(address)) expect(page.statusCode).toBe(404);
    const { browser } = await openAccount(flow());
    const page = await browser.open(path);
    expect(textOf(page)).toContain('You can have one when you are 16.');
    await flow().database.deleteFrom('shared_page').execute();
    const form = new URLSearchParams({
      form_token: /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '',
      act: 'share',
    });
    await browser.post(path, form);
    expect(await flow().database.selectFrom('shared_page').selectAll().execute()).toEqual([]);
    await setBirth({ birth_date: null, protected_until: null });
  });

  it('is deleted with the account', async () => {
    const address = await share(...sharedItems);
    await eraseMember(flow().dependencies, { memberId: flow().player.memberId, actor: 'player' });
    for (const page of await pageAndPicture(address)) expect(page.statusCode).toBe(404);
    expect(await flow().database.selectFrom('shared_page').selectAll().execute()).toEqual([]);
  });
});
