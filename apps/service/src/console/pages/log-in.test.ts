import { beforeAll, describe, expect, it } from 'vitest';
import { noticeOn, textOf } from '../../account/testing/account.ts';
import { followLink, mailboxOf } from '../../account/testing/mails.ts';
import { keyOn } from '../../account/testing/second-factor.ts';
import { countFailure, takeGuess } from '../../connect/login/daily-attempts.ts';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import { BrowserSession, formFields } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { listAudit } from '../../platform/audit/store/audit.ts';
import {
  createOperator,
  editOperator,
  linkOperator,
  removeOperator,
  resetOperator,
} from '../actions/operator-accounts.ts';
import { makeOperator, type TestOperator } from '../operators/testing/set-up-operator.ts';
import { nextCode, openAsOperator, submitLogIn } from '../testing/open-pages.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe("the operator's pages are for operators", () => {
  const flow = useConnectFlow();
  let operator: TestOperator;
  beforeAll(async () => {
    operator = await makeOperator(flow().dependencies);
  });

  const lastEntry = async () => (await listAudit(flow().database, {}, { limit: 1 }))[0];

  it.each(['/operator', '/operator/partners/courtside-club', '/operator/nothing'])(
    'anybody else sees the log-in page and nothing else at %s',
    async (path) => {
      const page = await new BrowserSession(flow().app).open(path);
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('Log in as an operator');
      expect(page.body).not.toContain('Courtside');
      expect(page.headers['cache-control']).toBe('private, no-store');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it('an operator logs in with password and code, and is where they wanted to be', async () => {
    const browser = new BrowserSession(flow().app);
    const page = await browser.open('/operator/partners?from=a-mail');
    const redirect = await submitLogIn(flow(), browser, page, operator);
    expect(redirect.headers.location).toBe('/operator/partners?from=a-mail');
    expect(textOf(await browser.follow(redirect))).toContain('Courtside Club');
    expect(await lastEntry()).toMatchObject({
      actor: 'operator',
      operator: 'anna',
      action: 'operator.logged_in',
    });
  });

  it.each(['https://elsewhere.example/operator', '//elsewhere.example', '/account', '/operators'])(
    'leads nobody to %s',
    async (next) => {
      const browser = new BrowserSession(flow().app);
      const fields = formFields((await browser.open('/operator')).body, '/operator/log-in');
      fields.set('name', operator.name);
      fields.set('password', operator.password);
      fields.set('code', nextCode(flow(), operator));
      fields.set('next', next);
      const redirect = await browser.post('/operator/log-in', fields);
      expect(redirect.headers.location).toBe('/operator');
    },
  );

  it.each<[string, Partial<Record<'name' | 'password' | 'code', string>>]>([
    ['another password', { password: 'battery staple' }],
    ['a wrong code', { code: '000000' }],
    ['a name that nobody has', { name: 'nobody' }],
  ])('refuses %s, without saying which it was', async (_, wrong) => {
    const browser = new BrowserSession(flow().app);
    const refused = await submitLogIn(
      flow(),
      browser,
      await browser.open('/operator'),
      operator,
      wrong,
    );
    expect(refused.statusCode).toBe(422);
    expect(textOf(refused)).toContain('The name, the password or the code is wrong.');
    expect(refused.body).toContain(`value="${wrong.name ?? 'anna'}"`);
    expect(await lastEntry()).toMatchObject({
      action: 'operator.refused',
      operator: wrong.name === undefined ? 'anna' : null,
    });
    expect((await browser.open('/operator')).body).toContain('Log in as an operator');
  });

  it('refuses a code that was used before', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    const code = codeAt(operator.key, flow().dependencies.clock());
    const other = new BrowserSession(flow().app);
    const again = await submitLogIn(flow(), other, await other.open('/operator'), operator, {
      code,
    });
    expect(again.statusCode).toBe(422);
    expect((await browser.open('/operator')).body).toContain('Overview');
  });

  it('says what is missing', async () => {
    const browser = new BrowserSession(flow().app);
    const empty = { name: ' ', password: '', code: '12' };
    const refused = await submitLogIn(
      flow(),
      browser,
      await browser.open('/operator'),
      operator,
      empty,
    );
    for (const text of ['Enter your name.', 'Enter your password.', 'Enter the six digits']) {
      expect(textOf(refused)).toContain(text);
    }
  });

  it('ends a session that is not used for 30 minutes, and each after 12 hours', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    flow().advance(29 * MINUTE);
    expect((await browser.open('/operator')).body).toContain('Overview');
    flow().advance(30 * MINUTE);
    expect((await browser.open('/operator')).body).toContain('Log in as an operator');

    const { browser: busy } = await openAsOperator(flow(), operator);
    for (let passed = 0; passed < 12 * HOUR - 20 * MINUTE; passed += 20 * MINUTE) {
      flow().advance(20 * MINUTE);
      expect((await busy.open('/operator')).body).toContain('Overview');
    }
    flow().advance(20 * MINUTE);
    expect((await busy.open('/operator')).body).toContain('Log in as an operator');
  });

  it('does nothing by a form of a session that has ended, and asks to log in', async () => {
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

  it.each([
    ['without a token', (fields: URLSearchParams) => fields.delete('form_token')],
    ['with a made-up token', (fields: URLSearchParams) => fields.set('form_token', 'a.b')],
    ['that does nothing we know', (fields: URLSearchParams) => fields.set('act', 'destroy')],
  ])('refuses a form %s', async (_, change) => {
    const { browser } = await openAsOperator(flow(), operator);
    const path = '/operator/partners/courtside-club';
    const fields = formFields((await browser.open(path)).body, path);
    fields.set('name', 'Another Club');
    change(fields);
    const refused = await browser.post(path, fields);
    expect(refused.statusCode).toBe(403);
    expect(textOf(await browser.open(path))).not.toContain('Another Club');
  });

  it('refuses a form that another site posted', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    const page = await browser.open('/operator');
    const fields = formFields(page.body, '/operator/log-out');
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await browser.post('/operator/log-out', fields, headers)).statusCode).toBe(403);
    expect((await browser.open('/operator')).body).toContain('Overview');
  });

  it('ends the session of who logs out', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    const session = new Map(browser.cookies);
    const redirect = await browser.submit(await browser.open('/operator'), '/operator/log-out', {});
    expect(textOf(await browser.follow(redirect))).toContain('You are logged out.');
    for (const [name, value] of session) browser.cookies.set(name, value);
    expect((await browser.open('/operator')).body).toContain('Log in as an operator');
  });

  it('an account is set up by its link, once: a password, then a code of the app', async () => {
    const { link } = await createOperator(flow().dependencies, 'bea');
    const path = link.slice(flow().dependencies.publicUrl.length);
    const browser = new BrowserSession(flow().app);
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
    expect(textOf(logIn)).toContain('Your account is set up.');
    const inside = await browser.follow(await submitLogIn(flow(), browser, logIn, bea));
    expect(inside.body).toContain('Overview');

    expect((await browser.open(path)).statusCode).toBe(410);
  });

  it('logs out at once whom a command resets or removes', async () => {
    const cara = await makeOperator(flow().dependencies, 'cara');
    const { browser } = await openAsOperator(flow(), cara);
    await resetOperator(flow().dependencies, 'cara');
    const page = await browser.open('/operator');
    expect(page.body).toContain('Log in as an operator');
    expect((await submitLogIn(flow(), browser, page, cara)).statusCode).toBe(422);

    const dora = await makeOperator(flow().dependencies, 'dora');
    const { browser: other } = await openAsOperator(flow(), dora);
    await removeOperator(flow().dependencies, 'dora');
    expect((await other.open('/operator')).body).toContain('Log in as an operator');
  });

  it('shows what was done once', async () => {
    const { browser } = await openAsOperator(flow(), operator);
    const path = '/operator/partners/rally-league';
    const page = await browser.open(path);
    const redirect = await browser.submit(page, path, { act: 'rename', name: 'Rally' });
    expect(noticeOn(await browser.follow(redirect))).toContain('The name is changed.');
    expect(noticeOn(await browser.open(path))).toBeNull();
  });
});

describe('guesses at an operator', () => {
  const flow = useConnectFlow({ environment: { LOG_IN_RATE_LIMIT: '2' } });

  it('are throttled, though the last would be right', async () => {
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

  it('never keep out a browser that logged in, or set the account up, before', async () => {
    const bea = await makeOperator(flow().dependencies, 'bea');
    const { browser: beasBrowser } = await openAsOperator(flow(), bea);
    await beasBrowser.submit(await beasBrowser.open('/operator'), '/operator/log-out', {});
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
    const { link } = await createOperator(flow().dependencies, name);
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
  /** Uses up what a day takes but for one guess, and gives the refusal after that one. */
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
    await editOperator(flow().dependencies, 'anna', 'anna@ratings.example');
    const old = new BrowserSession(flow().app);
    await submit(old, anna);
    await old.submit(await old.open('/operator'), '/operator/log-out', {});
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
    expect(mailboxOf(flow()).received.map(({ to }) => to)).toEqual(['anna@ratings.example']);
  });

  it('has another operator print a link where no address is known, which a reset ends', async () => {
    const bea = await makeOperator(flow().dependencies, 'bea');
    const path = async () =>
      (await linkOperator(flow().dependencies, 'bea')).link.slice(
        flow().dependencies.publicUrl.length,
      );
    const ended = await path();
    await useUp(bea);
    const browser = new BrowserSession(flow().app);
    await browser.submit(await browser.open(await path()), '/operator/log-in/allow', {});
    expect((await submit(browser, bea)).statusCode).toBe(303);
    await resetOperator(flow().dependencies, 'bea');
    expect((await browser.open(ended)).statusCode).toBe(410);
    const waiting = flow().database.selectFrom('mail').selectAll();
    await expect.poll(() => waiting.execute(), { timeout: 60_000 }).toEqual([]);
    expect(mailboxOf(flow()).received).toHaveLength(1);
  });

  it('is warned once a day of many failed log-ins, wrong codes among them', async () => {
    const cleo = await makeOperator(flow().dependencies, 'cleo');
    await editOperator(flow().dependencies, 'cleo', 'cleo@ratings.example');
    const account = { of: 'operator', name: 'cleo' } as const;
    await flow()
      .database.transaction()
      .execute(async (transaction) => {
        for (let failed = 0; failed < 18; failed += 1) {
          await countFailure(transaction, flow().dependencies, account, async () => {});
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

  it('and no log-in to it', async () => {
    for (const path of ['/operator', '/operator/partners', '/operator/set-up?token=a']) {
      expect((await flow().app.inject({ url: path })).statusCode).toBe(404);
    }
  });
});

describe('behind TLS', () => {
  const flow = useConnectFlow({ publicUrl: 'https://ratings.example' });

  it('the session is sent to these pages alone, by TLS alone, and to no script', async () => {
    const operator = await makeOperator(flow().dependencies);
    const browser = new BrowserSession(flow().app);
    const page = await browser.open('/operator');
    const redirect = await submitLogIn(flow(), browser, page, operator);
    const cookie = String(redirect.headers['set-cookie']);
    expect(cookie).toMatch(
      /^__Secure-partner-rating-operator=[\w-]{43}; Max-Age=43200; Path=\/operator; HttpOnly; Secure; SameSite=Lax/,
    );
  });
});
