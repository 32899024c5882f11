import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { databases } from '../../testing/test-database.ts';
import { countGames, noticeOn, openAccount, textOf } from '../testing/account.ts';
import { importUnder, proveEmails } from '../testing/import-under.ts';

const path = '/account/claims';

describe.each(databases)('the results under a player’s address on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const games = async () => await countGames(flow());

  it('are not mentioned before the address is proven', async () => {
    await importUnder(flow(), flow().otherPlayer.email);
    const { browser, page } = await openAccount(flow(), flow().otherPlayer);
    expect(textOf(page)).not.toContain('reported under your e-mail address');
    expect(textOf(await browser.open(path))).toContain('There are none.');
  });

  it('200 are shown with who reported them, and 303 those that are ticked become the player’s', async () => {
    const [participation] = await importUnder(flow(), flow().player.email, 2);
    await proveEmails(flow());
    const before = await games();
    const { browser, page } = await openAccount(flow());
    expect(textOf(page)).toContain('2 results were reported under your e-mail address');
    const asked = await browser.open(path);
    expect(textOf(asked)).toContain('Reported by Rally League');
    const answer = await browser.submit(asked, path, {
      answer: 'ticked',
      mine: participation ?? '',
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
    const after = await browser.follow(answer);
    expect(noticeOn(after)).toBe('One result is yours now and counts for your rating.');
    expect(textOf(after)).not.toContain('reported under your e-mail address');
    expect(await games()).toBe(before + 1);
  });

  it('303 are asked about no more, where the player says that none is theirs', async () => {
    await importUnder(flow(), flow().player.email);
    await proveEmails(flow());
    const before = await games();
    const { browser } = await openAccount(flow());
    const after = await browser.follow(
      await browser.submit(await browser.open(path), path, { answer: 'none' }),
    );
    expect(noticeOn(after)).toBe('None of them is yours. You are not asked about them again.');
    expect(textOf(await browser.open(path))).toContain('There are none.');
    expect(await games()).toBe(before);
  });

  it('303 are asked about again, where nothing is ticked or the answer is none of the page’s', async () => {
    await importUnder(flow(), flow().player.email);
    await proveEmails(flow());
    const { browser } = await openAccount(flow());
    for (const answer of ['ticked', 'toString', '']) {
      const asked = await browser.open(path);
      const again = await browser.submit(asked, path, { answer });
      expect([again.statusCode, again.headers.location]).toEqual([303, path]);
    }
    expect(textOf(await browser.open(path))).toContain('Reported by Rally League');
  });

  it('303 are nobody else’s, whatever a form says', async () => {
    const [participation = ''] = await importUnder(flow(), flow().player.email);
    await proveEmails(flow());
    await importUnder(flow(), flow().otherPlayer.email);
    const { browser } = await openAccount(flow(), flow().otherPlayer);
    const forged = { answer: 'ticked', shown: participation, mine: participation };
    const asked = await browser.open(path);
    const after = await browser.follow(await browser.submit(asked, path, forged));
    expect(noticeOn(after)).toBe('None of them is yours. You are not asked about them again.');
    const { browser: owner } = await openAccount(flow());
    expect(textOf(await owner.open(path))).toContain('Reported by Rally League');
  });

  it('302 ask who is not logged in to log in', async () => {
    const { browser, page } = await openAccount(flow());
    await browser.submit(page, '/account/log-out', {});
    expect(textOf(await browser.open(path))).toContain('Log in');
  });
});
