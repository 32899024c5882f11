import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { statusOfToken } from '../../connect/testing/journeys.ts';
import { insertReported, proveEmail } from '../../matches/claims/testing/offered-player.ts';
import { databases } from '../../testing/test-database.ts';
import {
  auditOf,
  connect,
  logIn,
  makePlayer,
  noticeOn,
  openAccount,
  openSettings,
  sessionCookie,
  textOf,
} from '../testing/account.ts';

const path = '/account/erase';

describe.each(databases)('POST /account/erase on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  let count = 0;
  const newPlayer = async () => {
    count += 1;
    return await makePlayer(flow(), `lena.${count}@example.com`);
  };
  const open = async () => {
    const player = await newPlayer();
    const { browser } = await openAccount(flow(), player);
    return { player, browser, page: await browser.open(path) };
  };
  const member = (memberId: string) =>
    flow()
      .database.selectFrom('member')
      .select(['display_name', 'email', 'erased_at'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();

  it('303 erases the player, logs out every browser, and shows a notice', async () => {
    const { player, browser, page } = await open();
    const elsewhere = await openAccount(flow(), player);
    const { access_token } = await connect(flow(), player);
    const values = { password: player.password, confirm: 'yes' };
    const ownPage = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    const answer = await browser.submit(page, path, values, ownPage);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
    expect(browser.cookies.get(sessionCookie)).toBeUndefined();
    const logInPage = await browser.follow(answer);
    expect(noticeOn(logInPage)).toContain('Your account is erased.');
    expect(logInPage.body).not.toContain('Lena');

    expect(await member(player.memberId)).toMatchObject({
      display_name: 'Former player',
      email: null,
    });
    expect(await statusOfToken(flow(), access_token)).toBe(401);
    expect(textOf(await elsewhere.browser.open('/account'))).toContain('Log in');
    expect((await logIn(browser, player)).statusCode).toBe(422);
  });

  it('303 erases once if it is sent twice, as by a double click', async () => {
    const { player, browser, page } = await open();
    const values = { password: player.password, confirm: 'yes' };
    const answers = await Promise.all([1, 2].map(() => browser.submit(page, path, values)));
    for (const { statusCode } of answers) expect([303, 422]).toContain(statusCode);
    const erasures = await auditOf(flow(), 'member.erased');
    expect(erasures.filter(({ member_id }) => member_id === player.memberId)).toMatchObject([
      { actor: 'player' },
    ]);
  });

  testRows<[string, Record<string, string>, string]>([
    ['a wrong password', { password: 'wrong', confirm: 'yes' }, 'password'],
    ['no password', { password: '', confirm: 'yes' }, 'password'],
    ['no confirmation', {}, 'confirm'],
    ['another confirmation', { confirm: 'no' }, 'confirm'],
  ])('422 without password or confirmation, and nothing is erased', async (_, values, field) => {
    const { player, browser, page } = await open();
    const answer = await browser.submit(page, path, { password: player.password, ...values });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(`href="#${field}"`);
    expect(answer.body).toContain('Nothing is erased');
    expect(await member(player.memberId)).toMatchObject({ email: player.email, erased_at: null });
  });

  it('erases what was reported under the proven address and the same name, and other names if the player selects them', async () => {
    const { dependencies, database } = flow();
    const player = await newPlayer();
    await proveEmail(database, player.memberId);
    const report = async (first_name: string, last_name: string) =>
      await insertReported(dependencies, player.email, { first_name, last_name });
    const own = await report('Lena', 'Vogt');
    const [ben, ada] = [await report('Ben', 'Bo'), await report('Ada', 'Ax')];
    const { browser } = await openAccount(flow(), player);
    const page = await browser.open(path);
    expect(textOf(page)).toContain('What tournaments said of you under your address: Lena V.');
    expect(page.body).toContain(`name="reported" value="${ben}"`);
    expect(page.body).not.toContain(`value="${own}"`);
    const wrong = await browser.submit(page, path, { password: 'wrong', reported: [ben] });
    expect(wrong.body).toContain(`value="${ben}" checked`);
    const values = { password: player.password, confirm: 'yes', reported: [ben] };
    expect((await browser.submit(page, path, values)).statusCode).toBe(303);
    expect(await Promise.all([own, ben, ada].map(member))).toMatchObject([
      { display_name: 'Former player' },
      { display_name: 'Former player' },
      { display_name: 'Ada A.' },
    ]);
  });

  it('the page says what is erased, which access ends, and what stays', async () => {
    const player = await newPlayer();
    await connect(flow(), player);
    const { browser, page: account } = await openSettings(flow(), player);
    expect(account.body).toContain('href="/account/erase"');
    const text = textOf(await browser.open(path));
    expect(text).toContain('cannot be undone');
    expect(text).toContain('The access of Courtside Club : each is notified');
    expect(text).toContain('Former player');
  });
});

describe('POST /account/erase', () => {
  const flow = useConnectFlow({ environment: { LOG_IN_RATE_LIMIT: '2' } });

  it('429 with Retry-After after too many wrong passwords, even with the right one', async () => {
    const { browser } = await openAccount(flow());
    const page = await browser.open(path);
    const attempt = async (password: string) =>
      await browser.submit(page, path, { password, confirm: 'yes' });
    let answer = await attempt('wrong');
    for (let count = 0; answer.statusCode === 422 && count < 10; count += 1) {
      answer = await attempt('wrong');
    }
    expect(answer.statusCode).toBe(429);
    expect((await attempt(flow().player.password)).statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});
