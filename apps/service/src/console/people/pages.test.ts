import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { logIn as logInPlayer, makePlayer, textOf } from '../../account/testing/account.ts';
import { allMailsSent, followLink, mailboxOf } from '../../account/testing/mails.ts';
import { takeGuess } from '../../connect/login/daily-attempts.ts';
import { findPartnerPerson } from '../../connect/login/sessions.ts';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { type ConnectFlow, useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { linkIn } from '../../testing/mailbox.ts';

const ada = { name: 'Ada Byron', email: 'ada@courtside.example', password: 'engines of the north' };

const HOUR = 60 * 60;

const sessionCookie = 'partner-rating-partner-session';

async function signUp(browser: BrowserSession, changes: Partial<typeof ada> = {}) {
  const page = await browser.open('/console/sign-up');
  return await browser.submit(page, '/console/sign-up', { ...ada, ...changes });
}

async function logIn(browser: BrowserSession, changes: Partial<typeof ada> = {}) {
  const { email, password } = { ...ada, ...changes };
  return await browser.submit(await browser.open('/console'), '/console/log-in', {
    email,
    password,
  });
}

/** Returns a browser in which somebody has just signed up. */
async function signedUp(flow: ConnectFlow, email: string): Promise<BrowserSession> {
  const browser = new BrowserSession(flow.app);
  await signUp(browser, { email });
  const page = await followLink(browser, await mailboxOf(flow).next(email));
  const done = await browser.submit(page, '/console/sign-up/confirm', { password: ada.password });
  expect([done.statusCode, done.headers.location]).toEqual([303, '/console']);
  return browser;
}

const findPerson = async (flow: ConnectFlow, { cookies }: BrowserSession) =>
  await findPartnerPerson(
    flow.dependencies,
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  );

const tokenPath = (link: string, path: string) => `${path}${new URL(link).search}`;

const statusOf = ({ statusCode }: LightMyRequestResponse) => statusCode;

describe('people of partners', () => {
  const flow = useConnectFlow({ withMailbox: true });
  const newBrowser = () => new BrowserSession(flow().app);

  it('sign up by a link that proves the address, log out, and log in', async () => {
    const browser = await signedUp(flow(), ada.email);
    expect(await findPerson(flow(), browser)).toMatchObject({
      accountId: expect.stringMatching(/^acc_/),
      ...{ name: ada.name, email: ada.email },
    });
    const page = await browser.open('/console');
    expect(page.body).toContain('<bdi>Ada Byron</bdi>');
    await browser.submit(page, '/console/log-out', {});
    expect(await findPerson(flow(), browser)).toBeNull();
    expect(textOf(await browser.open('/console'))).toContain('You are logged out.');
    expect((await logIn(browser, { email: 'ADA@courtside.example' })).headers.location).toBe(
      '/console',
    );
    expect(await findPerson(flow(), browser)).toMatchObject({ name: ada.name });
    expect(await flow().database.selectFrom('member').select('id').execute()).toHaveLength(2);
    const entries = await flow()
      .database.selectFrom('audit_entry')
      .select(['actor', 'action', 'member_id', 'account_id'])
      .where('actor', '=', 'partner')
      .orderBy('audit_order')
      .execute();
    expect(entries).toEqual(
      ['account.created', 'log_in.succeeded'].map((action) => ({
        ...{ actor: 'partner', action, member_id: null },
        account_id: expect.stringMatching(/^acc_/),
      })),
    );
  });

  it('get the same response with or without an account, and only the mail says which', async () => {
    await signedUp(flow(), 'bea@courtside.example');
    const answers = [];
    for (const email of ['bea@courtside.example', 'eve@courtside.example']) {
      const answer = await signUp(newBrowser(), { email });
      answers.push([
        answer.statusCode,
        textOf(answer)
          .replaceAll(email, '')
          .replace(/req_\w+/, ''),
      ]);
      const { subject } = await mailboxOf(flow()).next(email);
      answers.push(subject);
    }
    expect(answers[0]).toEqual(answers[2]);
    expect([answers[1], answers[3]]).toEqual([
      'You have an account already',
      'Finish your registration',
    ]);
  });

  it('need the chosen password in addition to the link', async () => {
    const browser = newBrowser();
    const email = 'cleo@courtside.example';
    await signUp(browser, { email });
    const page = await followLink(browser, await mailboxOf(flow()).next(email));
    const refused = await browser.submit(page, '/console/sign-up/confirm', { password: 'other' });
    expect(refused.statusCode).toBe(422);
    expect(await findPerson(flow(), browser)).toBeNull();
  });

  it('choose a new password by a link, which ends their sessions', async () => {
    const email = 'dora@courtside.example';
    const before = await signedUp(flow(), email);
    const browser = newBrowser();
    const forgotten = await browser.open('/console/password/forgotten');
    await browser.submit(forgotten, '/console/password/forgotten', { email });
    const page = await followLink(
      browser,
      await mailboxOf(flow()).next(email, 'Choose a new password'),
    );
    const chosen = 'looms and punched cards';
    const values = { new_password: chosen, again: chosen };
    const done = await browser.submit(page, '/console/password/new', values);
    expect(done.headers.location).toBe('/console');
    expect(await findPerson(flow(), before)).toBeNull();
    expect(statusOf(await logIn(newBrowser(), { email }))).toBe(422);
    expect(statusOf(await logIn(newBrowser(), { email, password: chosen }))).toBe(303);
  });

  it('are logged out after twelve hours without use, and after seven days', async () => {
    const browser = await signedUp(flow(), 'fay@courtside.example');
    for (let day = 0; day < 13; day += 1) {
      flow().advance(12 * HOUR - 60);
      expect(await findPerson(flow(), browser), String(day)).not.toBeNull();
    }
    flow().advance(11 * HOUR);
    expect(await findPerson(flow(), browser), 'the last day').not.toBeNull();
    flow().advance(HOUR + 13 * 60);
    expect(await findPerson(flow(), browser)).toBeNull();
    await logIn(browser, { email: 'fay@courtside.example' });
    flow().advance(12 * HOUR);
    expect(await findPerson(flow(), browser)).toBeNull();
  });

  it('can only send forms from pages of their own browser', async () => {
    const browser = await signedUp(flow(), 'gil@courtside.example');
    const other = await signedUp(flow(), 'hal@courtside.example');
    const fields = new URLSearchParams({ form_token: 'made up' });
    expect(statusOf(await browser.post('/console/log-out', fields))).toBe(403);
    const page = await other.open('/console');
    expect(statusOf(await browser.submit(page, '/console/log-out', {}))).toBe(403);
    expect(await findPerson(flow(), browser)).not.toBeNull();
  });

  describe('who have the same address and password as a player', () => {
    const email = 'ivy@courtside.example';

    it('have sessions that are valid neither for the player nor for an operator', async () => {
      const person = await signedUp(flow(), email);
      const { password } = await makePlayer(flow(), email);
      const player = newBrowser();
      await logInPlayer(player, { email, password });
      const sessionOf = (browser: BrowserSession, name: string) => browser.cookies.get(name) ?? '';
      const ofPerson = sessionOf(person, sessionCookie);
      const ofPlayer = sessionOf(player, 'partner-rating-session');
      expect(ofPerson).not.toBe('');
      expect(ofPlayer).not.toBe('');
      const thief = newBrowser();
      for (const name of ['session', 'operator-session']) {
        thief.cookies.set(`partner-rating-${name}`, ofPerson);
      }
      thief.cookies.set(sessionCookie, ofPlayer);
      expect(textOf(await thief.open('/account'))).toContain('to your player account');
      expect(textOf(await thief.open('/console'))).toContain('to the console for partners');
      expect(textOf(await thief.open('/operator'))).toContain('Log in as an operator');
    });

    it('have a password of their own', async () => {
      expect(
        statusOf(await logIn(newBrowser(), { email, password: 'racket strings at noon' })),
      ).toBe(422);
      const typed = { email, password: ada.password };
      expect(statusOf(await logInPlayer(newBrowser(), typed))).toBe(422);
      expect(statusOf(await logIn(newBrowser(), { email }))).toBe(303);
    });

    it('have links that do not work for the other account', async () => {
      await allMailsSent(flow());
      const browser = newBrowser();
      const links = [];
      for (const home of ['/account', '/console']) {
        const path = `${home}/password/forgotten`;
        await browser.submit(await browser.open(path), path, { email });
        links.push(linkIn(await mailboxOf(flow()).next(email, 'Choose a new password')));
      }
      const [ofPlayer = '', ofPerson = ''] = links;
      const open = async (link: string, home: string) =>
        statusOf(await browser.open(tokenPath(link, `${home}/password/new`)));
      expect(await open(ofPerson, '/account')).toBe(410);
      expect(await open(ofPlayer, '/console')).toBe(410);
      expect(await open(ofPerson, '/console')).toBe(200);
      expect(await open(ofPlayer, '/account')).toBe(200);
    });
  });
});

describe('too many wrong passwords of a person of a partner', () => {
  const flow = useConnectFlow({ withMailbox: true, environment: { LOG_IN_RATE_LIMIT: '3' } });

  it('block browsers that never logged in, and do not block the player', async () => {
    const email = 'kay@courtside.example';
    const known = await signedUp(flow(), email);
    await known.submit(await known.open('/console'), '/console/log-out', {});
    const { dependencies } = flow();
    const account = { of: 'partner', name: email } as const;
    for (let guess = 0; guess < 30; guess += 1) {
      await takeGuess(dependencies, account, async () => {});
    }
    const guesser = new BrowserSession(flow().app);
    expect(statusOf(await logIn(guesser, { email }))).toBe(429);
    expect(statusOf(await logIn(known, { email }))).toBe(303);
    const link = await mailboxOf(flow()).next(email, 'Log in with a new browser');
    const page = await followLink(guesser, link);
    await guesser.submit(page, '/console/log-in/allow', {});
    expect(statusOf(await logIn(guesser, { email }))).toBe(303);

    const { password } = await makePlayer(flow(), email);
    const player = new BrowserSession(flow().app);
    expect(statusOf(await logInPlayer(player, { email, password }))).toBe(303);
  });
});

describe('PARTNER_SIGNUP=off', () => {
  const flow = useConnectFlow({ environment: { PARTNER_SIGNUP: 'off' } });

  it('refuses sign-ups, and the log-in does not offer them', async () => {
    const browser = new BrowserSession(flow().app);
    expect(statusOf(await browser.open('/console/sign-up'))).toBe(404);
    const fields = new URLSearchParams(ada);
    expect(statusOf(await browser.post('/console/sign-up', fields))).toBe(404);
    const page = await browser.open('/console/log-in');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('/console/sign-up');
    expect(await flow().database.selectFrom('account_registration').selectAll().execute()).toEqual(
      [],
    );
  });
});
