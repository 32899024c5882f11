import { testRows } from '@partner-rating/table-tests';
import { beforeAll, describe, expect, it } from 'vitest';
import { noticeOn, openAccount, sessionCookie, textOf } from '../../account/testing/account.ts';
import { allMailsSent, followLink, mailboxOf } from '../../account/testing/mails.ts';
import { keyOn } from '../../account/testing/second-factor.ts';
import { countFailure, takeGuess } from '../../connect/login/daily-attempts.ts';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import { BrowserSession, formFields } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { listAudit } from '../../platform/audit/store/audit.ts';
import { createOperator } from '../operations/operators.ts';
import { adminSender } from '../testing/admin.ts';
import { logOut, nextCode, openAsOperator, submitLogIn } from '../testing/open-pages.ts';
import { makeOperator, type TestOperator } from '../testing/set-up-operator.ts';

type Typed = Parameters<typeof submitLogIn>[4];

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe("the operator's pages are for operators", () => {
  const flow = useConnectFlow();
  let operator: TestOperator;
  beforeAll(async () => {
    operator = await makeOperator(flow().dependencies);
  });

  const newBrowser = () => new BrowserSession(flow().app);
  /** Logs in on the page of operators, with these values changed. */
  const logIn = async (browser: BrowserSession, typed: Typed = {}, as = operator) =>
    await submitLogIn(flow(), browser, await browser.open('/operator'), as, typed);
  const expectLoggedOut = async (browser: BrowserSession) =>
    expect((await browser.open('/operator')).body).toContain('Log in as an operator');
  const lastEntry = async () => (await listAudit(flow().database, {}, { limit: 1 }))[0];

  testRows(['/operator', '/operator/partners/courtside-club', '/operator/nothing'])(
    'anybody else sees only the log-in page',
    async (path) => {
      const page = await newBrowser().open(path);
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('Log in as an operator');
      expect(page.body).not.toContain('Courtside');
      expect(page.headers['cache-control']).toBe('private, no-store');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it('an operator logs in with password and code, and gets the requested page', async () => {
    const browser = newBrowser();
    const page = await browser.open('/operator/partners?from=a-mail');
    const redirect = await submitLogIn(flow(), browser, page, operator);
    expect(redirect.headers.location).toBe('/operator/partners?from=a-mail');
    expect(textOf(await browser.follow(redirect))).toContain('Courtside Club');
    expect(await lastEntry()).toMatchObject({
      actor: 'operator',
      operator: 'anna',
      action: 'log_in.succeeded',
    });
  });

  testRows(['https://elsewhere.example/operator', '//elsewhere.example', '/account', '/operators'])(
    'redirects to no other site',
    async (next) => {
      const redirect = await logIn(newBrowser(), { next });
      expect(redirect.headers.location).toBe('/operator');
    },
  );

  testRows<[string, { name?: string; password?: string; code?: string }]>([
    ['another password', { password: 'battery staple' }],
    ['a wrong code', { code: '000000' }],
    ['an unknown name', { name: 'nobody' }],
  ])('refuses a wrong value, without saying which it was', async (_, wrong) => {
    const browser = newBrowser();
    const refused = await logIn(browser, wrong);
    expect(refused.statusCode).toBe(422);
    expect(textOf(refused)).toContain('The name, the password or the code is wrong.');
    expect(refused.body).toContain(`value="${wrong.name ?? 'anna'}"`);
    expect(await lastEntry()).toMatchObject({
      action: 'log_in.refused',
      operator: wrong.name === undefined ? 'anna' : null,
    });
    await expectLoggedOut(browser);
  });

  it('refuses a code that was used before', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    const code = codeAt(operator.key, flow().dependencies.clock());
    expect((await logIn(newBrowser(), { code })).statusCode).toBe(422);
    expect((await browser.open('/operator')).body).toContain('Overview');
  });

  it('says what is missing', async () => {
    const refused = await logIn(newBrowser(), { name: ' ', password: '', code: '12' });
    for (const text of ['Enter your name.', 'Enter your password.', 'Enter the six digits']) {
      expect(textOf(refused)).toContain(text);
    }
  });

  it('ends a session that is not used for 30 minutes, and each after 12 hours', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    flow().advance(29 * MINUTE);
    expect((await browser.open('/operator')).body).toContain('Overview');
    flow().advance(30 * MINUTE);
    await expectLoggedOut(browser);

    const { browser: busy } = await openAsOperator(flow(), operator);
    for (let passed = 0; passed < 12 * HOUR - 20 * MINUTE; passed += 20 * MINUTE) {
      flow().advance(20 * MINUTE);
      expect((await busy.open('/operator')).body).toContain('Overview');
    }
    flow().advance(20 * MINUTE);
    await expectLoggedOut(busy);
  });

  it('refuses a form of a session that has ended, and asks to log in', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    const path = '/operator/partners/courtside-club';
    const page = await browser.open(path);
    flow().advance(31 * MINUTE);
    const fields = formFields(page.body, path);
    fields.set('name', 'Another Club');
    const redirect = await browser.post(path, fields);
    expect(redirect.statusCode).toBe(303);
    const asked = await browser.follow(redirect);
    expect(asked.body).toContain('Log in as an operator');
    const { browser: later } = await openAsOperator(flow(), operator);
    expect(textOf(await later.open(path))).not.toContain('Another Club');
  });

  it('refuses a form without its token, with an unknown act, or from another site', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    const path = '/operator/partners/courtside-club';
    const page = await browser.open(path);
    const rename = async (changes: Record<string, string | string[]>, headers = {}) =>
      (await browser.submit(page, path, { name: 'Another Club', ...changes }, headers)).statusCode;
    for (const changes of [{ form_token: [] }, { form_token: 'a.b' }, { act: 'destroy' }]) {
      expect(await rename(changes)).toBe(403);
    }
    expect(await rename({}, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(textOf(await browser.open(path))).not.toContain('Another Club');
  });

  it('ends the session at the log-out', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    const session = new Map(browser.cookies);
    const redirect = await logOut(browser);
    expect(textOf(await browser.follow(redirect))).toContain('You are logged out.');
    for (const [name, value] of session) browser.cookies.set(name, value);
    await expectLoggedOut(browser);
  });

  it('an account is set up by its link, once: a password, then a code of the app', async () => {
    const link = await createOperator(flow().dependencies, { name: 'bea' });
    const path = link.slice(flow().dependencies.publicUrl.length);
    const browser = newBrowser();
    const page = await browser.open(path);
    expect(textOf(page)).toContain('You are bea, an operator.');
    const passwords = { new_password: 'battery staple', again: 'battery stable' };
    const refused = await browser.submit(page, '/operator/set-up', passwords);
    expect(textOf(refused)).toContain('Type the new password the same way twice.');
    passwords.again = passwords.new_password;
    const keyPage = await browser.submit(refused, '/operator/set-up', passwords);
    const bea = { name: 'bea', password: 'battery staple', key: keyOn(keyPage) };
    const wrong = await browser.submit(keyPage, '/operator/set-up', { code: '000000' });
    expect(wrong.statusCode).toBe(422);
    const code = nextCode(flow(), bea);
    const redirect = await browser.submit(wrong, '/operator/set-up', { code });
    const logIn = await browser.follow(redirect);
    expect(textOf(logIn)).toContain('Your account is set up. Wait for the next code of your app');
    const inside = await browser.follow(await submitLogIn(flow(), browser, logIn, bea));
    expect(inside.body).toContain('Overview');

    expect((await browser.open(path)).statusCode).toBe(410);
  });

  it('logs out an operator at once who is reset or removed', async () => {
    const cara = await makeOperator(flow().dependencies, 'cara');
    const { browser } = await openAsOperator(flow(), cara);
    await adminSender(flow().dependencies)('POST /operators/cara/reset');
    await expectLoggedOut(browser);
    expect((await logIn(browser, {}, cara)).statusCode).toBe(422);

    const dora = await makeOperator(flow().dependencies, 'dora');
    const { browser: other } = await openAsOperator(flow(), dora);
    await adminSender(flow().dependencies)('DELETE /operators/dora');
    await expectLoggedOut(other);
  });

  it('an operator with the role support reads and helps, sees no other forms, and gets them with a new role', async () => {
    const sue = await makeOperator(flow().dependencies, 'sue', 'support');
    const { browser } = await openAsOperator(flow(), sue);
    const path = '/operator/partners/courtside-club';
    const rename = async () => {
      const fields = formFields((await browser.open(path)).body, '/operator/log-out');
      fields.set('act', 'rename');
      fields.set('name', 'Courtside');
      return await browser.post(path, fields);
    };
    expect((await browser.open(path)).body).not.toContain('value="rename"');
    const refused = await rename();
    expect(refused.statusCode).toBe(422);
    expect(textOf(refused)).toContain('admin');
    const member = `/operator/members/${flow().otherPlayer.memberId}`;
    for (const act of ['lock', 'unlock']) {
      const page = await browser.open(member);
      expect((await browser.submit(page, member, { act, reason: '' })).statusCode).toBe(303);
    }
    await adminSender(flow().dependencies)('PATCH /operators/sue', { body: { role: 'admin' } });
    expect((await rename()).statusCode).toBe(303);
    await adminSender(flow().dependencies)('PATCH /operators/sue', { body: { role: 'support' } });
    expect((await rename()).statusCode).toBe(422);
  });

  it('refuses the sessions of players and people of partners', async () => {
    const { browser } = await openAccount(flow());
    const session = browser.cookies.get(sessionCookie) ?? '';
    const thief = newBrowser();
    thief.cookies.set('partner-rating-operator-session', session);
    await expectLoggedOut(thief);
    const { browser: ours } = await openAsOperator(flow(), operator);
    const own = ours.cookies.get('partner-rating-operator-session') ?? '';
    thief.cookies.set(sessionCookie, own);
    expect((await thief.open('/account')).body).toContain('to your player account');
  });

  it('shows a notice once', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    const path = '/operator/partners/rally-league';
    const page = await browser.open(path);
    const redirect = await browser.submit(page, path, { act: 'rename', name: 'Rally' });
    expect(noticeOn(await browser.follow(redirect))).toContain('The partner was changed.');
    expect(noticeOn(await browser.open(path))).toBeNull();
  });
});

describe('guesses at an operator', () => {
  const flow = useConnectFlow({ environment: { LOG_IN_RATE_LIMIT: '2' } });

  it('are throttled, even if the last one is right', async () => {
    const operator = await makeOperator(flow().dependencies);
    const browser = new BrowserSession(flow().app);
    let page = await browser.open('/operator');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const code = codeAt(operator.key, flow().dependencies.clock());
      page = await submitLogIn(flow(), browser, page, operator, { password: 'wrong', code });
      expect(page.statusCode).toBe(422);
    }
    const refused = await submitLogIn(flow(), browser, page, operator);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(textOf(refused)).toContain('There were too many attempts.');
  });
});

describe('guesses at an operator from other browsers', () => {
  const flow = useConnectFlow({ environment: { LOG_IN_RATE_LIMIT: '3' } });

  it('never lock out a browser that logged in or set the account up before', async () => {
    const bea = await makeOperator(flow().dependencies, 'bea');
    const { browser: beasBrowser } = await openAsOperator(flow(), bea);
    await logOut(beasBrowser);
    const cleosBrowser = new BrowserSession(flow().app);
    const cleo = await setUpByPage(cleosBrowser, 'cleo');
    const guesser = new BrowserSession(flow().app);
    let page = await guesser.open('/operator');
    do page = await submitLogIn(flow(), guesser, page, bea, { password: 'wrong' });
    while (page.statusCode === 422);
    expect(page.statusCode).toBe(429);
    expect((await submitLogIn(flow(), guesser, page, cleo)).statusCode).toBe(429);

    for (const [browser, operator] of [
      [beasBrowser, bea],
      [cleosBrowser, cleo],
    ] as const) {
      const logIn = await browser.open('/operator');
      expect((await submitLogIn(flow(), browser, logIn, operator)).statusCode).toBe(303);
    }
  });

  async function setUpByPage(browser: BrowserSession, name: string): Promise<TestOperator> {
    const link = await createOperator(flow().dependencies, { name });
    const path = '/operator/set-up';
    const page = await browser.open(link.slice(flow().dependencies.publicUrl.length));
    const password = 'battery staple';
    const keyPage = await browser.submit(page, path, { new_password: password, again: password });
    const operator = { name, password, key: keyOn(keyPage) };
    await browser.submit(keyPage, path, { code: nextCode(flow(), operator) });
    return operator;
  }
});

describe('an operator whose guesses of a day are used up', () => {
  const environment = { LOG_IN_RATE_LIMIT: '2', TRUSTED_PROXIES: '127.0.0.1' };
  const flow = useConnectFlow({ withMailbox: true, environment });
  const subject = 'Log in with a new browser';
  let networks = 0;
  const submit = async (browser: BrowserSession, { name, password, key }: TestOperator) => {
    networks += 1;
    flow().advance(30);
    const code = codeAt(key, flow().dependencies.clock());
    const from = { 'x-forwarded-for': `198.51.100.${networks}` };
    const values = { name, password, code };
    return await browser.submit(await browser.open('/operator'), '/operator/log-in', values, from);
  };
  /** Uses up the guesses of a day except one, and returns the refusal after that one. */
  const useUp = async (operator: TestOperator) => {
    for (let guess = 0; guess < 19; guess += 1) {
      const account = { of: 'operator', name: operator.name } as const;
      await takeGuess(flow().dependencies, account, async () => {});
    }
    const guesser = new BrowserSession(flow().app);
    await submit(guesser, { ...operator, password: 'wrong' });
    return await submit(guesser, { ...operator, password: 'wrong' });
  };

  it('logs in with a browser that they used before, or by the link of a mail, with password and code', async () => {
    const anna = await makeOperator(flow().dependencies);
    await adminSender(flow().dependencies)('PATCH /operators/anna', {
      body: { email: 'anna@ratings.example' },
    });
    const old = new BrowserSession(flow().app);
    await submit(old, anna);
    await logOut(old);
    const refused = await useUp(anna);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * HOUR);
    const nobody = await useUp({ ...anna, name: 'nobody' });
    const wordsOf = (page: typeof refused) => textOf(page).replaceAll(/anna|nobody/g, '');
    expect(wordsOf(nobody)).toBe(wordsOf(refused));
    expect((await submit(old, anna)).statusCode).toBe(303);

    const mail = await mailboxOf(flow()).next('anna@ratings.example', subject);
    const browser = new BrowserSession(flow().app);
    const page = await followLink(browser, mail);
    const allowed = await browser.submit(page, '/operator/log-in/allow', {});
    expect(textOf(await browser.follow(allowed))).toContain('Log in within an hour.');
    expect((await followLink(new BrowserSession(flow().app), mail)).statusCode).toBe(410);
    expect((await submit(new BrowserSession(flow().app), anna)).statusCode).toBe(429);
    const wrongCode = { name: 'anna', password: anna.password, code: '000000' };
    const logIn = await browser.open('/operator');
    expect((await browser.submit(logIn, '/operator/log-in', wrongCode)).statusCode).toBe(422);
    expect((await submit(browser, anna)).statusCode).toBe(303);
    const received = mailboxOf(flow()).received.map((one) => [one.to, one.subject]);
    expect(received).toEqual(
      ['New log-in to your account', subject].map((words) => ['anna@ratings.example', words]),
    );
  });

  it('needs a link of another operator if no address is known, and a reset ends the link', async () => {
    const bea = await makeOperator(flow().dependencies, 'bea');
    const path = async () =>
      (await adminSender(flow().dependencies)('POST /operators/bea/link')).body.link.slice(
        flow().dependencies.publicUrl.length,
      );
    const ended = await path();
    await useUp(bea);
    const browser = new BrowserSession(flow().app);
    await browser.submit(await browser.open(await path()), '/operator/log-in/allow', {});
    expect((await submit(browser, bea)).statusCode).toBe(303);
    await adminSender(flow().dependencies)('POST /operators/bea/reset');
    expect((await browser.open(ended)).statusCode).toBe(410);
    await allMailsSent(flow());
    expect(mailboxOf(flow()).received).toHaveLength(2);
  });

  it('is warned once a day of many failed log-ins, including wrong codes', async () => {
    const cleo = await makeOperator(flow().dependencies, 'cleo');
    await adminSender(flow().dependencies)('PATCH /operators/cleo', {
      body: { email: 'cleo@ratings.example' },
    });
    const account = { of: 'operator', name: 'cleo' } as const;
    const { database, dependencies } = flow();
    await database.transaction().execute(async (transaction) => {
      for (let failed = 0; failed < 18; failed += 1) {
        await countFailure(transaction, dependencies, account, async () => {});
      }
    });
    const guesser = new BrowserSession(flow().app);
    const logIn = async () => await guesser.open('/operator');
    await submit(guesser, { ...cleo, password: 'wrong' });
    const wrongCode = { name: 'cleo', password: cleo.password, code: '000000' };
    await guesser.submit(await logIn(), '/operator/log-in', wrongCode);
    await submit(guesser, { ...cleo, password: 'wrong' });
    const warning = 'Many failed log-ins to your account';
    const { text } = await mailboxOf(flow()).next('cleo@ratings.example', warning);
    expect(text).toContain('your operator account 20 times');
  });
});

describe("with OPERATOR_PAGES=off there is no operator's page", () => {
  const flow = useConnectFlow({ environment: { OPERATOR_PAGES: 'off' } });

  it('and no log-in page', async () => {
    for (const path of ['/operator', '/operator/partners', '/operator/set-up?token=a']) {
      expect((await flow().app.inject({ url: path })).statusCode).toBe(404);
    }
  });
});

describe('behind TLS', () => {
  const flow = useConnectFlow({ publicUrl: 'https://ratings.example' });

  it('the session cookie is sent only to these pages, only over TLS, and to no script', async () => {
    const operator = await makeOperator(flow().dependencies);
    const browser = new BrowserSession(flow().app);
    const page = await browser.open('/operator');
    const redirect = await submitLogIn(flow(), browser, page, operator);
    const cookie = String(redirect.headers['set-cookie']);
    expect(cookie).toMatch(
      /^__Secure-partner-rating-operator-session=[\w-]{43}; Max-Age=43200; Path=\/operator; HttpOnly; Secure; SameSite=Lax/,
    );
  });
});
