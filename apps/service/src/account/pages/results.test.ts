import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { confirmResult, denyResult } from '../../matches/answer-result.ts';
import { upholdMatch } from '../../matches/uphold-match.ts';
import { voidMatch } from '../../matches/void-match.ts';
import { eraseMember } from '../../privacy/erase-member.ts';
import { databases } from '../../testing/test-database.ts';
import {
  countGames,
  fillIn,
  logOut,
  noticeOn,
  type OpenAccount,
  openMatches,
  proveEmails,
  textOf,
} from '../testing/account.ts';
import { importUnder, reportResult } from '../testing/matches.ts';
import { findOpenMatches } from './results.ts';

const path = '/account/claims';
const resultsPath = '/account/results';

describe.each(databases)('the results under a player’s address on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const games = async () => await countGames(flow());

  it('are not mentioned before the address is proven', async () => {
    await importUnder(flow(), flow().otherPlayer.email);
    const { browser, page } = await openMatches(flow(), flow().otherPlayer);
    expect(textOf(page)).not.toContain('reported under your email address');
    expect(textOf(await browser.open(path))).toContain('There are none.');
  });

  it('200 are shown with their reporter, and 303 the selected ones become the player’s', async () => {
    const [participation] = await importUnder(flow(), flow().player.email, 2);
    await proveEmails(flow());
    const before = await games();
    const { browser, page } = await openMatches(flow());
    expect(textOf(page)).toContain('2 results were reported under your email address');
    expect(textOf(await browser.open(path))).toContain('Reported by Rally League');
    const answer = await fillIn(browser, path, { answer: 'ticked', mine: participation ?? '' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/matches']);
    const after = await browser.follow(answer);
    expect(noticeOn(after)).toBe('One result is yours now and counts for your rating.');
    expect(textOf(after)).not.toContain('reported under your email address');
    expect(await games()).toBe(before + 1);
  });

  it('303 are not shown again if the player says that none is theirs', async () => {
    await importUnder(flow(), flow().player.email);
    await proveEmails(flow());
    const before = await games();
    const { browser } = await openMatches(flow());
    const after = await browser.follow(await fillIn(browser, path, { answer: 'none' }));
    expect(noticeOn(after)).toBe('None of them is yours. You are not asked about them again.');
    expect(textOf(await browser.open(path))).toContain('There are none.');
    expect(await games()).toBe(before);
  });

  it('303 are shown again if nothing is selected or the answer is invalid', async () => {
    await importUnder(flow(), flow().player.email);
    await proveEmails(flow());
    const { browser } = await openMatches(flow());
    for (const answer of ['ticked', 'toString', '']) {
      const again = await fillIn(browser, path, { answer });
      expect([again.statusCode, again.headers.location]).toEqual([303, path]);
    }
    expect(textOf(await browser.open(path))).toContain('Reported by Rally League');
  });

  it('303 belong to nobody else, whatever a form says', async () => {
    const [participation = ''] = await importUnder(flow(), flow().player.email);
    await proveEmails(flow());
    await importUnder(flow(), flow().otherPlayer.email);
    const { browser } = await openMatches(flow(), flow().otherPlayer);
    const forged = { answer: 'ticked', shown: participation, mine: participation };
    const after = await browser.follow(await fillIn(browser, path, forged));
    expect(noticeOn(after)).toBe('None of them is yours. You are not asked about them again.');
    const { browser: owner } = await openMatches(flow());
    expect(textOf(await owner.open(path))).toContain('Reported by Rally League');
  });

  it('302 require a log-in', async () => {
    const { browser } = await openMatches(flow());
    await logOut(browser);
    expect(textOf(await browser.open(path))).toContain('Log in');
  });
});

describe.each(databases)('POST /account/results on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const games = async () => await countGames(flow());
  /** Answers a result on the account page. Returns the page after it. */
  const answerOn = async (account: OpenAccount, match: string, answer: string, reason = '') => {
    const values = { match, answer, reason };
    const redirect = await account.browser.submit(account.page, resultsPath, values);
    expect([redirect.statusCode, redirect.headers.location]).toEqual([303, '/account/matches']);
    return await account.browser.follow(redirect);
  };

  it('303 confirms a result, which counts from then on', async () => {
    const match = await reportResult(flow());
    const before = await games();
    const account = await openMatches(flow());
    expect(textOf(account.page)).toContain('Reported by Rally League');
    expect(textOf(account.page)).toContain('Not confirmed');
    const after = await answerOn(account, match, 'confirm');
    expect(noticeOn(after)).toBe('The result is confirmed and counts for your rating.');
    expect(await games()).toBe(before + 1);
  });

  it('303 accepts that a waiting result is wrong, which leaves the rating unchanged', async () => {
    const match = await reportResult(flow());
    const before = await games();
    const after = await answerOn(await openMatches(flow()), match, 'deny', 'wrong_score');
    expect(noticeOn(after)).toBe('The result does not count for your rating.');
    expect(textOf(after)).toContain('Does not count for you');
    expect(await games()).toBe(before);
  });

  it('303 records “this is wrong” for a result, which counts until it is voided', async () => {
    const match = await reportResult(flow(), { trusted: true });
    const before = await games();
    const after = await answerOn(await openMatches(flow()), match, 'dispute', 'other');
    expect(textOf(after)).toContain('You said it is wrong');
    expect(await games()).toBe(before);
    const reason = 'The score sheet shows it.';
    expect(await upholdMatch(flow().dependencies, { matchId: match, reason })).toBe(true);
    const upheld = textOf((await openMatches(flow())).page);
    expect(upheld).toContain(`decided that the result is right: ${reason}`);
    expect(upheld).not.toContain('You said it is wrong');
  });

  it.each([
    { trusted: false, answer: 'deny', says: 'You can still confirm it later.' },
    { trusted: true, answer: 'dispute', says: 'You cannot take this answer back.' },
  ])('200 asks what is wrong, and records $answer only with a reason', async (row) => {
    const { trusted, answer, says } = row;
    const match = await reportResult(flow(), { trusted });
    const responses = async () =>
      await flow()
        .dependencies.database.selectFrom('match_response')
        .innerJoin('match', 'match.arrival', 'match_response.arrival')
        .select('reason')
        .where('match.id', '=', match)
        .execute();
    const { browser, page } = await openMatches(flow());
    const question = await browser.submit(page, resultsPath, { match, answer });
    expect(question.statusCode).toBe(200);
    expect(textOf(question)).toContain('The score is wrong');
    expect(textOf(question)).toContain(says);
    const again = await browser.submit(question, resultsPath, { reason: 'toString' });
    expect(again.statusCode).toBe(422);
    expect(textOf(again)).toContain('Choose what is wrong.');
    expect(await responses()).toEqual([]);
    await browser.submit(again, resultsPath, { reason: 'wrong_score' });
    expect(await responses()).toEqual([{ reason: 'wrong_score' }]);
  });

  it.each([
    { actor: 'partner', says: 'Rally League voided it on', asks: 'Ask Rally League' },
    {
      actor: 'operator',
      says: 'The operator of the service voided it on',
      asks: 'Ask the operator',
    },
  ] as const)(
    'a match that the $actor voided names who voided it and whom to ask, but no reason',
    async (row) => {
      const matchId = await reportResult(flow(), { trusted: true });
      const { id: applicationId } = await flow()
        .dependencies.database.selectFrom('match')
        .select('application_id as id')
        .where('id', '=', matchId)
        .executeTakeFirstOrThrow();
      const request = { applicationId, matchId, reason: 'For the partner only.' };
      await voidMatch(flow().dependencies, request, { actor: row.actor });
      const page = textOf((await openMatches(flow())).page);
      expect(page).toContain(row.says);
      expect(page).toContain(`${row.asks} for the reason.`);
      expect(page).not.toContain('For the partner only.');
    },
  );

  it('303 accepts “this was another match” for a held result, which counts after all players say so', async () => {
    const match = await reportResult(flow(), { trusted: true, isTwice: true });
    const before = await games();
    const account = await openMatches(flow());
    expect(textOf(account.page)).toContain('Reported twice?');
    const after = await answerOn(account, match, 'distinct');
    expect(noticeOn(after)).toContain('this was another match');
    expect(textOf(after)).toContain('Waits for the other players');
    expect(await games()).toBe(before);
  });

  it('303 changes nothing for the match of others or an invalid answer', async () => {
    await reportResult(flow());
    const account = await openMatches(flow());
    const nobody = await answerOn(account, 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d', 'confirm');
    expect(noticeOn(nobody)).toBe('This result changed while you were answering. Check it again.');
    expect(noticeOn(await answerOn(account, 'x', 'toString'))).toBeNull();
  });

  it('an answered result is named in the activity, with a link to a page that begins with it', async () => {
    const matchId = await reportResult(flow());
    const account = await openMatches(flow());
    await answerOn(account, matchId, 'deny', 'not_played');
    const activity = await account.browser.open('/account/activity');
    const address = `/account/matches?at=${matchId}`;
    expect(activity.body).toContain(`href="${address}"`);
    expect(textOf(activity)).toContain('against Priya N. , 11–7');
    const page = await account.browser.open(address);
    const [, first] = /name="match" value="(\w+)"/.exec(page.body) ?? [];
    expect(first).toBe(matchId);
  });

  it('a result that an erased player denied waits for nobody, and the other may still confirm it', async () => {
    const { player, otherPlayer, dependencies, database } = flow();
    const open = async () => await findOpenMatches(database, player.memberId);
    const matchId = await reportResult(flow());
    await denyResult(dependencies, { memberId: otherPlayer.memberId, matchId });
    const before = await open();
    await eraseMember(dependencies, { memberId: otherPlayer.memberId, actor: 'player' });
    expect((await open()).length).toBe(before.length - 1);
    const answer = { memberId: player.memberId, matchId };
    expect(await confirmResult(dependencies, answer)).toEqual({ kind: 'recorded' });
  });
});
