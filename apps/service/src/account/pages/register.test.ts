import { randomUUID } from 'node:crypto';
import { testRows } from '@partner-rating/table-tests';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { BrowserSession, formFields } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { validQuery } from '../../connect/testing/journeys.ts';
import { linkIn } from '../../testing/mailbox.ts';
import { noticeOn, openSettings, textOf } from '../testing/account.ts';
import { allMailsSent, followLink, lena, mailboxOf, register } from '../testing/mails.ts';

const confirmPath = '/account/register/confirm';

describe('registration', () => {
  const flow = useConnectFlow({ withMailbox: true });
  const newBrowser = () => new BrowserSession(flow().app);
  /** Opens the page of the link in a new player's mail. */
  const followMail = async (browser: BrowserSession, email: string) =>
    await followLink(browser, await mailboxOf(flow()).next(email));
  const finish = async (browser: BrowserSession, page: LightMyRequestResponse) =>
    await browser.submit(page, confirmPath, { password: lena.password });
  const memberOf = (email: string) =>
    flow()
      .database.selectFrom('member')
      .innerJoin('account', 'account.member_id', 'member.id')
      .select(['member.id', 'first_name', 'birth_date', 'email_proven_at', 'is_discoverable'])
      .where('member.email', '=', email)
      .executeTakeFirst();

  it('creates an account after the link of the mail and the password', async () => {
    const browser = newBrowser();
    const sent = await register(browser);
    expect(sent.statusCode).toBe(200);
    expect(textOf(sent)).toContain('Check your inbox');
    expect(await memberOf(lena.email)).toBeUndefined();

    const mail = await mailboxOf(flow()).next(lena.email);
    expect([mail.from, mail.subject]).toEqual(['ratings@example.com', 'Finish your registration']);
    // Opened on another device, twice: that changes nothing.
    const phone = newBrowser();
    await followLink(phone, mail);
    const page = await followLink(phone, mail);
    expect(await memberOf(lena.email)).toBeUndefined();
    const done = await finish(phone, page);
    expect([done.statusCode, done.headers.location]).toEqual([303, '/account']);
    expect(noticeOn(await phone.follow(done))).toContain('Your account is ready.');
    expect(await memberOf(lena.email)).toMatchObject({
      first_name: 'Lena',
      birth_date: lena.birth_date,
      email_proven_at: flow().dependencies.clock(),
    });

    expect((await followLink(newBrowser(), mail)).statusCode).toBe(410);
    const { page: account } = await openSettings(flow(), lena);
    expect(textOf(account)).toContain('Confirmed 12 September 2026');
  });

  it('gives the same response for an address with an account, and only the mail says so', async () => {
    const { player } = flow();
    const [taken, free] = [
      await register(newBrowser(), { email: player.email }),
      await register(newBrowser(), { email: 'nobody@example.com' }),
    ];
    const wordsOf = (page: typeof taken, email: string) =>
      textOf(page)
        .replace(email, '…')
        .replace(/req_\w+/, '');
    expect(wordsOf(taken, player.email)).toBe(wordsOf(free, 'nobody@example.com'));
    const mail = await mailboxOf(flow()).next(player.email);
    expect(mail.subject).toBe('You have an account already');
    expect(linkIn(mail)).toContain('/account/password/new?token=');
  });

  it('never creates an account with a password that another person chose', async () => {
    const email = 'victim@example.com';
    await register(newBrowser(), { email, password: 'chosen by an attacker' });
    const victim = newBrowser();
    const page = await followMail(victim, email);
    const typed = { password: 'what a victim would type' };
    const refused = await victim.submit(page, confirmPath, typed);
    expect(refused.statusCode).toBe(422);
    expect(await memberOf(email)).toBeUndefined();

    // The owner registers too, and nothing prevents that.
    await register(victim, { email, password: 'chosen by the owner' });
    const own = await followMail(victim, email);
    const done = await victim.submit(own, confirmPath, { password: 'chosen by the owner' });
    expect(done.statusCode).toBe(303);
    expect(await memberOf(email)).toBeDefined();
  });

  it('creates one account if a link is used twice at once, and sends a later user to the log-in', async () => {
    const email = 'twice@example.com';
    await register(newBrowser(), { email });
    const browser = newBrowser();
    const mail = await mailboxOf(flow()).next(email);
    const page = await followLink(browser, mail);
    const answers = await Promise.all([finish(browser, page), finish(browser, page)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 410]);
    const again = await followLink(browser, mail);
    expect(again.body).toContain('<a class="button primary" href="/account">Log in</a>');
  });

  testRows(['account_session', 'account_device'] as const)(
    'creates no account and keeps the link if a table cannot be written, and succeeds the next time',
    async (table) => {
      const email = `${table}@example.com`;
      const browser = newBrowser();
      await register(browser, { email });
      const page = await followMail(browser, email);
      await flow().database.schema.alterTable(table).renameTo('gone').execute();
      const failed = await finish(browser, page);
      await flow().database.schema.alterTable('gone').renameTo(table).execute();
      expect(failed.statusCode).toBe(500);
      expect(await memberOf(email)).toBeUndefined();

      const done = await finish(browser, page);
      expect(done.statusCode).toBe(303);
      expect(noticeOn(await browser.follow(done))).toContain('Your account is ready.');
    },
  );

  it('continues to the consent from which the player came', async () => {
    const email = 'newcomer@example.com';
    const browser = newBrowser();
    const logIn = await browser.authorize(validQuery(flow()));
    const [, query = ''] = /register\?authorization=([^"]+)"/.exec(logIn.body) ?? [];
    await register(browser, { email }, decodeURIComponent(query));
    const done = await finish(browser, await followMail(browser, email));
    expect((await browser.follow(done)).body).toContain('Connect <bdi>Courtside Club');
  });

  testRows([
    ['a line feed', '€\n'],
    ['a zero character', 'client_id=a\0b'],
    ['a space', 'client_id=a b'],
    ['more than an address may have', 'a'.repeat(20_000)],
  ])('ignores any other authorization, and finishes without it', async (_what, authorization) => {
    const email = `${randomUUID()}@example.com`;
    const browser = newBrowser();
    const page = await browser.open(`/account/register?${new URLSearchParams({ authorization })}`);
    expect(formFields(page.body, '/account/register').get('authorization')).toBe('');
    const sent = await browser.submit(page, '/account/register', { ...lena, email, authorization });
    expect(sent.statusCode).toBe(200);
    const done = await finish(browser, await followMail(browser, email));
    expect([done.statusCode, done.headers.location]).toEqual([303, '/account']);
    expect(noticeOn(await browser.follow(done))).toContain('Your account is ready.');
  });

  testRows<[Partial<typeof lena>, boolean]>([
    [{ discoverable: 'on' }, true],
    [{ discoverable: 'off' }, false],
    [{ discoverable: 'on', birth_date: '2012-05-02' }, false],
  ])('is found only if the player chose so, and is 16', async (typed, isFound) => {
    const email = `${randomUUID()}@example.com`;
    const browser = newBrowser();
    await register(browser, { ...typed, email });
    await finish(browser, await followMail(browser, email));
    expect(await memberOf(email)).toMatchObject({ is_discoverable: isFound });
  });

  it('asks who can find the player, and selects no answer', async () => {
    const page = await newBrowser().open('/account/register');
    const radios = page.body.match(/<input type="radio"[^>]*>/g) ?? [];
    expect(radios).toHaveLength(2);
    for (const radio of radios) expect(radio).toMatch(/ required>$/);
    expect(page.body).toContain('<legend>Who can find you</legend>');
  });

  it('keeps the answer, if another value is refused', async () => {
    const page = await register(newBrowser(), { first_name: '', discoverable: 'off' });
    expect(page.body).toMatch(/value="off" required checked>/);
    expect(page.body).not.toMatch(/value="on" required checked>/);
  });

  it('hides a player if an earlier version stored no choice', async () => {
    const email = 'not.asked@example.com';
    const browser = newBrowser();
    await register(browser, { email });
    const stored = flow().database.updateTable('account_registration');
    await stored.set({ wants_discovery: null }).where('email', '=', email).execute();
    await finish(browser, await followMail(browser, email));
    expect(await memberOf(email)).toMatchObject({ is_discoverable: false });
  });

  it('finishes without an authorization that was stored before such values were checked', async () => {
    const email = 'stored@example.com';
    const browser = newBrowser();
    await register(browser, { email });
    const stored = flow().database.updateTable('account_registration');
    await stored.set({ authorization_query: '€\n' }).where('email', '=', email).execute();
    const done = await finish(browser, await followMail(browser, email));
    expect([done.statusCode, done.headers.location]).toEqual([303, '/account']);
  });

  testRows<[Partial<typeof lena>, string]>([
    [{ first_name: ' ' }, 'first_name'],
    [{ last_name: 'Vo\u0007gt' }, 'last_name'],
    [{ email: 'lena' }, 'email'],
    [{ birth_date: '1991-02-30' }, 'birth_date'],
    [{ birth_date: '2026-09-13' }, 'birth_date'],
    [{ birth_date: '2013-09-13' }, 'birth_date'],
    [{ discoverable: '' }, 'discoverable'],
    [{ discoverable: 'maybe' }, 'discoverable'],
    [{ password: 'short' }, 'password'],
  ])('422 refuses a wrong value, next to its field, and sends no mail', async (changes, field) => {
    await allMailsSent(flow());
    const before = mailboxOf(flow()).received.length;
    const page = await register(newBrowser(), { email: 'refused@example.com', ...changes });
    expect(page.statusCode).toBe(422);
    expect(page.body).toContain(`<a href="#${field}">`);
    expect(page.body).toMatch(new RegExp(` id="${field}" .*id="${field}-error"`, 's'));
    expect(page.body).not.toContain(lena.password);
    expect(await flow().database.selectFrom('mail').selectAll().execute()).toEqual([]);
    expect(mailboxOf(flow()).received).toHaveLength(before);
  });

  it('remembers a refused birth date for a day, for the browser and for the address in its network', async () => {
    const child = { email: 'child@example.com', birth_date: '2014-05-02' };
    const browser = newBrowser();
    expect((await register(browser, child)).statusCode).toBe(422);
    const statusOf = async (by: BrowserSession, email: string) =>
      (await register(by, { email })).statusCode;
    expect(await statusOf(browser, 'another@example.com')).toBe(422);
    expect(await statusOf(newBrowser(), 'Child@example.com')).toBe(422);
    expect(await statusOf(newBrowser(), 'parent@example.com')).toBe(200);
    flow().advance(24 * 60 * 60);
    expect(await statusOf(newBrowser(), child.email)).toBe(200);
  });

  it('403 refuses a form of another site, and 422 shows the form again if its page was outdated', async () => {
    const browser = newBrowser();
    await browser.open('/account/register');
    const post = async (headers: Record<string, string> = {}) =>
      await browser.post('/account/register', new URLSearchParams(lena), headers);
    const foreign = await post({ 'sec-fetch-site': 'cross-site' });
    expect(foreign.statusCode).toBe(403);
    expect(foreign.body).not.toContain('action="/account/register"');
    const late = await post();
    expect(late.statusCode).toBe(422);
    expect(late.body).toContain('action="/account/register"');
  });

  it('410 for an expired link', async () => {
    const email = 'late@example.com';
    await register(newBrowser(), { email });
    const mail = await mailboxOf(flow()).next(email);
    flow().advance(24 * 60 * 60);
    expect((await followLink(newBrowser(), mail)).statusCode).toBe(410);
    expect((await newBrowser().open(`${confirmPath}?token=nonsense`)).statusCode).toBe(410);
  });

  it('mails the link when the server accepts mails again', async () => {
    const email = 'patient@example.com';
    const mailbox = mailboxOf(flow());
    const mails = flow().database.selectFrom('mail').select('attempts').where('email', '=', email);
    const attempts = async () => (await mails.execute()).map((mail) => mail.attempts);
    mailbox.refuseWith(451);
    await register(newBrowser(), { email });
    await register(newBrowser(), { email });
    for (const [count, pause] of [5, 30, 120, 600, 1_800].entries()) {
      await expect.poll(attempts).toEqual([count + 1, count + 1]);
      flow().advance(pause);
    }
    await expect.poll(attempts).toEqual([6, 6]);
    mailbox.refuseWith(null);
    flow().advance(60 * 60);
    const [one, other] = [await mailbox.next(email), await mailbox.next(email)];
    expect(linkIn(one)).not.toBe(linkIn(other));
    expect((await followLink(newBrowser(), one)).statusCode).toBe(200);
  });

  it('sends at most five mails an hour to an address', async () => {
    const email = 'flooded@example.com';
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      statuses.push((await register(newBrowser(), { email })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    await allMailsSent(flow());
    const received = mailboxOf(flow()).received.filter(({ to }) => to === email);
    expect(received).toHaveLength(5);
  });
});

describe('registration with too many forms from one network', () => {
  const flow = useConnectFlow({ withMailbox: true, environment: { LOG_IN_RATE_LIMIT: '1' } });

  it('429 says how long to wait', async () => {
    await register(new BrowserSession(flow().app));
    const page = await register(new BrowserSession(flow().app), { email: 'other@example.com' });
    expect(page.statusCode).toBe(429);
    expect(page.headers['retry-after']).toMatch(/^\d+$/);
    expect(page.body).toContain('There were too many attempts.');
  });
});

describe('registration if the service sends no mail', () => {
  const flow = useConnectFlow();

  it('says who gives out the link', async () => {
    const page = await register(new BrowserSession(flow().app));
    expect(textOf(page)).toContain('Ask its operator for the link');
    expect(await flow().database.selectFrom('mail').selectAll().execute()).toEqual([]);
  });
});
