import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { countFailure, takeGuess } from '../../connect/login/daily-attempts.ts';
import { codeAt, turnOn } from '../../connect/login/testing/second-factor.ts';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import {
  type ConnectFlow,
  type TestPlayer,
  useConnectFlow,
} from '../../connect/testing/connect-flow.ts';
import { validQuery } from '../../connect/testing/journeys.ts';
import { runOperator } from '../../console/testing/operator.ts';
import {
  auditOf,
  fillIn,
  logIn,
  logOut,
  makePlayer,
  noticeOn,
  openAccount,
  sessionCookie,
  textOf,
} from '../testing/account.ts';
import { allMailsSent, followLink, mailboxOf } from '../testing/mails.ts';

describe('POST /account/log-in', () => {
  const flow = useConnectFlow();
  const newBrowser = () => new BrowserSession(flow().app);
  const withoutToken = (body: string) => body.replace(/name="form_token" value="[^"]*"/, '');

  describe('303', () => {
    it('redirects to the account, with a new session', async () => {
      const browser = newBrowser();
      browser.cookies.set(sessionCookie, 'p'.repeat(43));
      const answer = await logIn(browser, flow().player);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
      expect([...browser.cookies.keys()].toSorted()).toEqual([
        'partner-rating-device',
        sessionCookie,
        'partner-rating-visit',
      ]);
      expect(browser.cookies.get(sessionCookie)).not.toBe('p'.repeat(43));
    });

    it('continues in a second tab as the same player', async () => {
      const browser = newBrowser();
      const secondTab = await browser.open('/account');
      const { email, password } = flow().player;
      await logIn(browser, { email, password });
      const token = browser.cookies.get(sessionCookie);
      const second = await browser.submit(secondTab, '/account/log-in', { email, password });
      expect([second.statusCode, second.headers.location]).toEqual([303, '/account']);
      expect(browser.cookies.get(sessionCookie)).toBe(token);
    });

    it('logs in for the connect flow too', async () => {
      const { browser } = await openAccount(flow());
      const page = await browser.authorize(validQuery(flow()));
      expect(page.body).toContain('name="decision"');
    });
  });

  describe('422', () => {
    it.each([
      ['/account/log-in', (browser: BrowserSession) => browser.open('/account')],
      ['/connect/log-in', (browser: BrowserSession) => browser.authorize(validQuery(flow()))],
    ])(
      'gives the same response for an unknown account and a wrong password on %s',
      async (path, open) => {
        const bodies: string[] = [];
        for (const email of [flow().player.email, 'nobody.at.all@example.com']) {
          const browser = newBrowser();
          const answer = await browser.submit(await open(browser), path, {
            email,
            password: 'wrong',
          });
          expect(answer.statusCode).toBe(422);
          // A browser that may not store the response shows an error after Back.
          expect(answer.headers['cache-control']).toBe('private, no-cache');
          expect(browser.cookies.has(sessionCookie)).toBe(false);
          bodies.push(withoutToken(answer.body.replaceAll(email, 'EMAIL')));
        }
        expect(bodies[0]).toContain('The email address or the password is wrong.');
        expect(bodies[0]).toBe(bodies[1]);
      },
    );
  });
});

describe('POST /account/log-in on HTTPS', () => {
  const flow = useConnectFlow({ publicUrl: 'https://rating.example' });

  it('sets Secure cookies that are bound to the host', async () => {
    const { browser } = await openAccount(flow());
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      '__Host-partner-rating-device',
      `__Host-${sessionCookie}`,
      '__Host-partner-rating-visit',
    ]);
    const answer = await logOut(browser);
    expect(answer.cookies).toMatchObject([
      { name: `__Host-${sessionCookie}`, maxAge: 0 },
      { name: '__Host-partner-rating-notice', secure: true, httpOnly: true, path: '/' },
    ]);
  });
});

describe('passwords tried over the limit', () => {
  const flow = useConnectFlow({ environment: { LOG_IN_RATE_LIMIT: '2' } });

  it('429 on every log-in form, because they share one throttle', async () => {
    const { email } = flow().player;
    const values = { email, password: 'wrong' };
    const browser = new BrowserSession(flow().app);
    const logInPage = await browser.open('/account');
    const atAccount = await browser.submit(logInPage, '/account/log-in', values);
    const connectPage = await browser.authorize(validQuery(flow()));
    const atConnect = await browser.submit(connectPage, '/connect/log-in', values);
    expect([atAccount.statusCode, atConnect.statusCode]).toEqual([422, 422]);

    const right = { email, password: flow().player.password };
    const refusals = [
      await browser.submit(logInPage, '/account/log-in', right),
      await browser.submit(connectPage, '/connect/log-in', right),
    ];
    for (const refusal of refusals) {
      expect(refusal.statusCode).toBe(429);
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
      expect(refusal.body).toContain('There were too many attempts.');
      expect(refusal.cookies).toEqual([]);
    }
  });
});

const allowPath = '/account/log-in/allow';

const subject = 'Log in with a new browser';

// Each from another network, so that the limits of a minute do not apply.
const environment = { LOG_IN_RATE_LIMIT: '2', TRUSTED_PROXIES: '127.0.0.1' };

let networks = 0;

async function logInFromElsewhere(
  browser: BrowserSession,
  credentials: Pick<TestPlayer, 'email' | 'password'>,
): Promise<LightMyRequestResponse> {
  networks += 1;
  const from = { 'x-forwarded-for': `198.51.${networks >> 8}.${networks & 255}` };
  return await logIn(browser, credentials, from);
}

/** Prints the link that lets a new browser log in, as an operator. */
async function printLink({ dependencies }: ConnectFlow, email: string): Promise<string> {
  const words = ['member', 'link', '--email', email, '--purpose', 'log_in', '--json'];
  const [printed = ''] = await runOperator(dependencies, words);
  const { link } = JSON.parse(printed);
  return link.slice(dependencies.publicUrl.length);
}

/** Uses up the guesses of a day except one, and returns the refusal after that one. */
async function useUp(flow: ConnectFlow, email: string): Promise<LightMyRequestResponse> {
  const account = { of: 'player', name: email } as const;
  for (let guess = 0; guess < 19; guess += 1) {
    await takeGuess(flow.dependencies, account, async () => {});
  }
  const guesser = new BrowserSession(flow.app);
  const last = await logInFromElsewhere(guesser, { email, password: 'a guess' });
  expect(last.statusCode).toBe(422);
  return await logInFromElsewhere(guesser, { email, password: 'a guess' });
}

describe('an account whose guesses of a day are used up', () => {
  const flow = useConnectFlow({ withMailbox: true, environment });
  const newBrowser = () => new BrowserSession(flow().app);
  const player = async (name: string) => await makePlayer(flow(), `${name}@example.com`);

  it('refuses new browsers even with the right password, and unknown accounts too', async () => {
    const zoe = await player('zoe');
    const refusals = [await useUp(flow(), zoe.email), await useUp(flow(), 'nobody@example.com')];
    refusals.push(await logInFromElsewhere(newBrowser(), zoe));
    for (const refused of refusals) {
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
    }
    const [known, unknown] = refusals.map(({ body }) =>
      body.replaceAll(/zoe@|nobody@/g, 'x@').replaceAll(/name="form_token" value="[^"]*"/g, ''),
    );
    expect(known).toBe(unknown);
    expect(known).toContain('use the link that we sent you by email');
    await mailboxOf(flow()).next(zoe.email, subject);
    await allMailsSent(flow());
    expect(mailboxOf(flow()).received.map(({ to }) => to)).not.toContain('nobody@example.com');
    await logInFromElsewhere(newBrowser(), zoe);
    await allMailsSent(flow());
    expect(mailboxOf(flow()).received.filter(({ to }) => to === zoe.email)).toHaveLength(1);
  });

  it('accepts a browser that logged in before, and one new browser by the link of the mail', async () => {
    const ada = await player('ada');
    const old = newBrowser();
    await logInFromElsewhere(old, ada);
    await logOut(old);
    await useUp(flow(), ada.email);
    expect((await logInFromElsewhere(old, ada)).statusCode).toBe(303);

    const mail = await mailboxOf(flow()).next(ada.email, subject);
    const browser = newBrowser();
    // A program that scans mails opens the link before its owner does.
    expect((await followLink(newBrowser(), mail)).statusCode).toBe(200);
    const page = await followLink(browser, mail);
    expect(textOf(page)).toContain('Log in with this browser?');
    const allowed = await browser.submit(page, allowPath, {});
    const logIn = await browser.follow(allowed);
    expect(noticeOn(logIn)).toContain('Log in within an hour.');
    expect(logIn.body).toContain('name="password"');
    expect((await followLink(newBrowser(), mail)).statusCode).toBe(410);
    expect((await browser.submit(page, allowPath, {})).statusCode).toBe(410);

    expect((await logInFromElsewhere(newBrowser(), ada)).statusCode).toBe(429);
    expect((await logInFromElsewhere(browser, { ...ada, password: 'wrong' })).statusCode).toBe(422);
    expect((await logInFromElsewhere(browser, ada)).statusCode).toBe(303);
    flow().advance(2 * 3_600);
    await logOut(browser);
    expect(await auditOf(flow(), 'log_in.allowed')).toMatchObject([{ member_id: ada.memberId }]);
  });

  it('gives a browser that followed the link an hour, and still asks for the code', async () => {
    const bea = await player('bea');
    const { key } = await turnOn(flow().dependencies, bea);
    await useUp(flow(), bea.email);
    const mail = await mailboxOf(flow()).next(bea.email, subject);
    const browser = newBrowser();
    await browser.submit(await followLink(browser, mail), allowPath, {});
    const asked = await logInFromElsewhere(browser, bea);
    expect(asked.body).toContain('Enter your code');
    expect((await browser.open('/account')).body).not.toContain('Log out');
    flow().advance(60);
    const code = codeAt(key, flow().dependencies.clock());
    expect((await browser.submit(asked, '/account/log-in/code', { code })).statusCode).toBe(303);

    const late = newBrowser();
    await late.submit(await late.open(await printLink(flow(), bea.email)), allowPath, {});
    flow().advance(3_601);
    expect((await logInFromElsewhere(late, bea)).statusCode).toBe(429);
  });

  it('accepts the browser in which a forgotten password was replaced', async () => {
    const cleo = await player('cleo');
    await useUp(flow(), cleo.email);
    const browser = newBrowser();
    const forgotten = '/account/password/forgotten';
    await fillIn(browser, forgotten, { email: cleo.email });
    const mail = await mailboxOf(flow()).next(cleo.email, 'Choose a new password');
    const password = 'nets and lines at dawn';
    const page = await followLink(browser, mail);
    const chosen = { new_password: password, again: password };
    await browser.submit(page, '/account/password/new', chosen);
    expect((await logInFromElsewhere(newBrowser(), { ...cleo, password })).statusCode).toBe(429);
    expect((await logInFromElsewhere(browser, { ...cleo, password })).statusCode).toBe(303);
  });

  it('does not accept a browser by its link after the account was locked, or its address changed', async () => {
    const dora = await player('dora');
    const moved = await printLink(flow(), dora.email);
    const update = flow().database.updateTable('member').where('id', '=', dora.memberId);
    await update.set({ email: 'dora.new@example.com' }).execute();
    const browser = newBrowser();
    expect((await browser.submit(await browser.open(moved), allowPath, {})).statusCode).toBe(410);
    await update.set({ email: dora.email }).execute();
    const locked = await printLink(flow(), dora.email);
    await runOperator(flow().dependencies, ['member', 'lock', dora.memberId]);
    expect((await browser.open(locked)).statusCode).toBe(410);
  });

  it('warns its owner once after many failed log-ins, without text from outside', async () => {
    const eve = await player('eve');
    const guesser = newBrowser();
    // A browser that logged in before may guess without limit, at the rate of a minute.
    const { database, dependencies } = flow();
    await database.transaction().execute(async (transaction) => {
      const account = { of: 'player', name: eve.email } as const;
      for (let failed = 0; failed < 19; failed += 1) {
        await countFailure(transaction, dependencies, account, async () => {});
      }
    });
    for (let failed = 0; failed < 3; failed += 1) {
      await logInFromElsewhere(guesser, { email: eve.email, password: 'Call 555-0100' });
    }
    const warning = 'Many failed log-ins to your account';
    const { text } = await mailboxOf(flow()).next(eve.email, warning);
    expect(text).toContain('20 times, from ');
    expect(text).not.toContain('555');
    await allMailsSent(flow());
    const warnings = mailboxOf(flow()).received.filter(({ to }) => to === eve.email);
    expect(warnings).toHaveLength(1);
  });
});

describe('without mail, an account whose guesses of a day are used up', () => {
  const flow = useConnectFlow({ environment });

  it('asks its owner to request a link, which a command prints', async () => {
    const { player } = flow();
    const refused = await useUp(flow(), player.email);
    expect(textOf(refused)).toContain('ask the operator of the service for a link');
    const browser = new BrowserSession(flow().app);
    const page = await browser.open(await printLink(flow(), player.email));
    await browser.submit(page, allowPath, {});
    expect((await logInFromElsewhere(browser, player)).statusCode).toBe(303);
  });
});
