import { beforeEach, describe, expect, it } from 'vitest';
import { connect, logIn, openAccount } from '../../account/testing/account.ts';
import { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import { turnOn } from '../../connect/login/testing/second-factor.ts';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { exchangeJson, statusOfToken } from '../../connect/testing/journeys.ts';
import { insertMember } from '../../testing/builders.ts';
import { OperatorError } from '../terminal.ts';
import { operatorOf } from '../testing/operator.ts';

const flow = useConnectFlow();

const operator = operatorOf(() => flow().dependencies);
const run = async (...words: string[]) => await operator.run('member', ...words);
const json = async (...words: string[]) => (await operator.json('member', ...words))[0];

async function refresh(refreshToken: string): Promise<number> {
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return (await exchangeJson(flow(), grant)).statusCode;
}

const tryLogIn = async (password = flow().player.password) =>
  await logIn(new BrowserSession(flow().app), { ...flow().player, password });

describe('an account that an operator locks', () => {
  let who: string[];
  beforeEach(async () => {
    who = ['--member', flow().player.memberId];
    await run('unlock', ...who);
  });

  it('logs nobody in, and says so only to who knows the password', async () => {
    await run('lock', ...who);
    const refused = await tryLogIn();
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('This account is locked.');
    expect((await tryLogIn('wrong')).body).not.toContain('locked');
  });

  it('ends the sessions and tokens there are', async () => {
    const { browser } = await openAccount(flow());
    const tokens = await connect(flow());
    const { endedTokens, changed } = await json('lock', ...who, '--reason', 'a stolen phone');
    expect({ endedTokens, changed }).toEqual({ endedTokens: 2, changed: true });
    expect((await browser.open('/account')).body).toContain('Log in');
    expect(await statusOfToken(flow(), tokens.access_token)).toBe(401);
    expect(await refresh(tokens.refresh_token)).toBe(400);
  });

  it('is shown as locked, once each in the audit, with the reason', async () => {
    await run('lock', ...who, '--reason', 'a stolen phone');
    expect(await run('lock', ...who)).toContain('is locked already');
    expect(await run('show', flow().player.memberId)).toMatch(/^Log-in {9}locked since /m);
    const [entry] = await operator.json('audit', 'list', ...who, '--action', 'account.');
    expect(entry).toMatchObject({
      action: 'account.locked',
      details: { reason: 'a stolen phone' },
    });
  });

  it('logs its player in again once it is unlocked', async () => {
    await run('lock', ...who);
    expect(await run('unlock', ...who)).toContain('can log in again');
    expect(await run('unlock', ...who)).toContain('is not locked');
    expect((await tryLogIn()).statusCode).toBe(303);
  });
});

describe('an account that an operator resets', () => {
  it('lets nobody in but by the one link, and ends sessions and tokens', async () => {
    const { player } = flow();
    const tokens = await connect(flow());
    await turnOn(flow().dependencies, player);
    const { link } = await json('reset', '--email', player.email, '--second-factor');
    expect(await findSecondFactor(flow().database, player.memberId)).toBeNull();
    expect((await tryLogIn()).statusCode).toBe(422);
    expect(await statusOfToken(flow(), tokens.access_token)).toBe(401);

    const chosen = 'a password of their own choice';
    const browser = new BrowserSession(flow().app);
    const { pathname, search } = new URL(link);
    const form = await browser.open(`${pathname}${search}`);
    const values = { new_password: chosen, again: chosen };
    await browser.submit(form, '/account/password/new', values);
    expect((await tryLogIn(chosen)).statusCode).toBe(303);
  });
});

it.each(['lock', 'unlock', 'reset'])('member %s refuses who has no account', async (verb) => {
  const { id } = await insertMember(flow().database);
  const refused = run(verb, '--member', id);
  await expect(refused).rejects.toThrow(/has no account/);
  await expect(refused).rejects.toBeInstanceOf(OperatorError);
  await expect(run(verb)).rejects.toThrow(/--member or by --email/);
});
