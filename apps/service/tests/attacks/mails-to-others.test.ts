import { describe, expect, it } from 'vitest';
import { fillIn, makePlayer, openAccount } from '../../src/account/testing/account.ts';
import {
  allMailsSent,
  followLink,
  lena,
  mailboxOf,
  register,
} from '../../src/account/testing/mails.ts';
import { BrowserSession } from '../../src/connect/testing/browser-session.ts';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { createPartner } from '../../src/console/actions/partners.ts';
import { adminSender } from '../../src/console/testing/admin.ts';
import { insertPerson } from '../../src/console/testing/people.ts';

const HOUR = 60 * 60;

const five = Array.from({ length: 5 });

describe('a stranger who invites an address and removes it, again and again', () => {
  const flow = useConnectFlow({ withMailbox: true, environment: { PARTNER_SIGNUP: 'open' } });
  const email = 'victim@example.com';
  const received = () => mailboxOf(flow()).received.filter(({ to }) => to === email);

  it('sends it five mails an hour, without a link of their own, and learns how long to wait', async () => {
    const { dependencies } = flow();
    const person = await insertPerson(dependencies, 'eve');
    const name = 'Your account is locked: https://evil.example or www.evil.example';
    for (const clientId of ['eves-club', 'eves-other-club']) {
      await createPartner(dependencies, { clientId, name, redirectUris: [], person });
    }
    const send = adminSender(dependencies);
    const inviteAndRemove = async (clientId: string, to = email) => {
      const path = `/partners/${clientId}/team`;
      const answer = await send(`POST ${path}`, { body: { email: to, role: 'developer' }, person });
      const { teamMemberId } = answer.body;
      if (answer.status === 201) await send(`DELETE ${path}/${teamMemberId}`, { person });
      return answer;
    };
    const statuses: number[] = [];
    for (const _ of [...five, 6, 7]) statuses.push((await inviteAndRemove('eves-club')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const refused = await inviteAndRemove('eves-other-club', email.toUpperCase());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(HOUR)]);
    expect(refused.body).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('5 invitations in the last hour'),
    });

    await allMailsSent(flow());
    expect(received()).toHaveLength(5);
    for (const { text, html } of received()) {
      expect(text).toContain('Your account is locked');
      expect(`${text}${html}`).not.toMatch(/evil\.example|www\.evil|:\/\/(?!localhost)/);
    }
    flow().advance(HOUR);
    expect((await inviteAndRemove('eves-club')).status).toBe(201);
  });
});

describe('a stranger who asks for mails to the address of somebody else', () => {
  const flow = useConnectFlow({ withMailbox: true });
  const newBrowser = () => new BrowserSession(flow().app);
  const next = async (email: string, subject: string) =>
    await mailboxOf(flow()).next(email, subject);
  const statusOf = async (answer: ReturnType<typeof fillIn>) => (await answer).statusCode;
  const forget = async (email: string) =>
    await statusOf(fillIn(newBrowser(), '/account/password/forgotten', { email }));
  const askForLink = async (browser: BrowserSession, email: string, password: string) =>
    await fillIn(browser, '/account/email', { email, password });

  it('stops no link of a player by signing up at the console', async () => {
    const { email, password } = flow().player;
    const typed = { name: 'Eve', email, password: 'engines of the north' };
    const signUp = async () => await fillIn(newBrowser(), '/console/sign-up', typed);
    for (const _ of five) expect(await statusOf(signUp())).toBe(200);
    const refused = await signUp();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(HOUR)]);
    expect(refused.body).toContain('Too many emails were requested within an hour.');

    expect(await forget(email)).toBe(200);
    await next(email, 'Choose a new password');
    const { browser } = await openAccount(flow());
    expect(await statusOf(askForLink(browser, email, password))).toBe(303);
    await next(email, 'Confirm your email address');
    await allMailsSent(flow());
    const toSignUp = mailboxOf(flow()).received.filter(
      ({ to, subject }) => to === email && subject === 'Finish your registration',
    );
    expect(toSignUp).toHaveLength(5);
  });

  it('stops no registration and no reset by asking to use the address', async () => {
    const { otherPlayer } = flow();
    const { email } = lena;
    const { browser } = await openAccount(flow(), otherPlayer);
    const ask = async () => await askForLink(browser, email, otherPlayer.password);
    for (const _ of five) expect(await statusOf(ask())).toBe(303);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.body).toContain('Too many emails were requested within an hour.');
    // More accounts cause no more mails, and their owners can still confirm the addresses that they have.
    const another = await makePlayer(flow(), 'another@example.com');
    const { browser: others } = await openAccount(flow(), another);
    expect(await statusOf(askForLink(others, email, another.password))).toBe(429);
    expect(await statusOf(askForLink(others, another.email, another.password))).toBe(303);
    await next(another.email, 'Confirm your email address');

    const owner = newBrowser();
    expect(await statusOf(register(owner))).toBe(200);
    const page = await followLink(owner, await next(email, 'Finish your registration'));
    const { password } = lena;
    const done = await owner.submit(page, '/account/register/confirm', { password });
    expect(done.statusCode).toBe(303);
    expect(await forget(email)).toBe(200);
    await next(email, 'Choose a new password');
    await allMailsSent(flow());
    const links = mailboxOf(flow()).received.filter(
      ({ to, subject }) => to === email && subject === 'Confirm your email address',
    );
    expect(links).toHaveLength(5);
  });

  it('learns from the limit of a form neither that there is an account nor that there is none', async () => {
    const { otherPlayer } = flow();
    const answersFor = async (email: string) => {
      const statuses: number[] = [];
      for (const _ of [...five, 6]) statuses.push(await forget(email));
      return statuses;
    };
    const expected = [200, 200, 200, 200, 200, 429];
    expect(await answersFor(otherPlayer.email)).toEqual(expected);
    expect(await answersFor('nobody@example.com')).toEqual(expected);
  });
});
