import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { databases } from '../../testing/test-database.ts';
import { countGames, noticeOn, openAccount, textOf } from '../testing/account.ts';
import { reportResult } from '../testing/report-result.ts';

const path = '/account/results';

describe.each(databases)('POST /account/results on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const games = async () => await countGames(flow());

  it('303 confirms a result, which counts from then on', async () => {
    const match = await reportResult(flow());
    const before = await games();
    const { browser, page } = await openAccount(flow());
    expect(textOf(page)).toContain('Reported by Rally League');
    expect(textOf(page)).toContain('Not confirmed');
    const answer = await browser.submit(page, path, { match, answer: 'confirm' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
    const after = await browser.follow(answer);
    expect(noticeOn(after)).toBe('The result is confirmed and counts for your rating.');
    expect(await games()).toBe(before + 1);
  });

  it('303 takes “this was not me”, which leaves the rating as it is', async () => {
    const match = await reportResult(flow());
    const before = await games();
    const { browser, page } = await openAccount(flow());
    const answer = await browser.submit(page, path, { match, answer: 'deny' });
    const after = await browser.follow(answer);
    expect(noticeOn(after)).toBe('The result does not count for your rating.');
    expect(textOf(after)).toContain('Not you');
    expect(await games()).toBe(before);
  });

  it('303 takes “this is wrong” of a result that counts, which stands until it is taken back', async () => {
    const match = await reportResult(flow(), { trusted: true });
    const before = await games();
    const { browser, page } = await openAccount(flow());
    const answer = await browser.submit(page, path, { match, answer: 'dispute' });
    const after = await browser.follow(answer);
    expect(textOf(after)).toContain('You said it is wrong');
    expect(await games()).toBe(before);
  });

  it('303 takes “this was another match” of a held result, which counts once all players say so', async () => {
    const match = await reportResult(flow(), { trusted: true, isTwice: true });
    const before = await games();
    const { browser, page } = await openAccount(flow());
    expect(textOf(page)).toContain('Reported twice?');
    const answer = await browser.submit(page, path, { match, answer: 'distinct' });
    const after = await browser.follow(answer);
    expect(noticeOn(after)).toContain('this was another match');
    expect(textOf(after)).toContain('Waits for the other players');
    expect(await games()).toBe(before);
  });

  it('303 changes nothing where the match is of others, or the answer none', async () => {
    await reportResult(flow());
    const { browser, page } = await openAccount(flow());
    const nobody = { match: 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d', answer: 'confirm' };
    const after = await browser.follow(await browser.submit(page, path, nobody));
    expect(noticeOn(after)).toBe('This result has changed meanwhile. See how it stands now.');
    const other = await browser.submit(after, path, { match: 'x', answer: 'toString' });
    expect([other.statusCode, other.headers.location]).toEqual([303, '/account']);
    expect(noticeOn(await browser.follow(other))).toBeNull();
  });
});
