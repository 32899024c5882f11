import { beforeEach, describe, expect, it } from 'vitest';
import { connect, logIn, openAccount } from '../../account/testing/account.ts';
import { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import { turnOn } from '../../connect/login/testing/second-factor.ts';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { exchangeJson, statusOfToken } from '../../connect/testing/journeys.ts';
import { insertMember } from '../../testing/builders.ts';
import { adminSender } from '../testing/admin.ts';

const flow = useConnectFlow();

const send: ReturnType<typeof adminSender> = async (...sent) =>
  await adminSender(flow().dependencies)(...sent);

async function refresh(refreshToken: string): Promise<number> {
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return (await exchangeJson(flow(), grant)).statusCode;
}

const tryLogIn = async (password = flow().player.password) =>
  await logIn(new BrowserSession(flow().app), { ...flow().player, password });

describe('an account that an operator locks', () => {
  let path: string;
  beforeEach(async () => {
    path = `/members/${flow().player.memberId}`;
    await unlock();
  });
  const lock = async (body = {}) => await send(`PUT ${path}/lock`, { body, role: 'support' });
  const unlock = async () => await send(`DELETE ${path}/lock`, { role: 'support' });
  const entries = async () =>
    (await send(`GET /audit-entries?memberId=${flow().player.memberId}&action=account.`)).body
      .entries;

  it('logs nobody in, and says so only to somebody who knows the password', async () => {
    await lock();
    const refused = await tryLogIn();
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('This account is locked.');
    expect((await tryLogIn('wrong')).body).not.toContain('locked');
  });

  it('ends its sessions and tokens', async () => {
    const { browser } = await openAccount(flow());
    const tokens = await connect(flow());
    await lock();
    expect((await entries())[0]).toMatchObject({ details: { endedTokens: 2 } });
    expect((await browser.open('/account')).body).toContain('Log in');
    expect(await statusOfToken(flow(), tokens.access_token)).toBe(401);
    expect(await refresh(tokens.refresh_token)).toBe(400);
  });

  it('is shown as locked, with one audit entry and the reason', async () => {
    const before = (await entries()).length;
    for (const reason of ['a stolen phone', 'again']) {
      expect((await lock({ reason })).body).toMatchObject({ lockedAt: expect.any(String) });
    }
    const written = await entries();
    expect(written).toHaveLength(before + 1);
    expect(written[0]).toMatchObject({
      action: 'account.locked',
      details: { reason: 'a stolen phone' },
    });
  });

  it('logs its player in again once it is unlocked', async () => {
    await lock();
    for (const _ of [1, 2]) expect((await unlock()).body).toMatchObject({ lockedAt: null });
    expect((await tryLogIn()).statusCode).toBe(303);
  });
});

describe('an account that an operator resets', () => {
  it('lets people in only by the link, and ends sessions and tokens', async () => {
    const { player } = flow();
    const tokens = await connect(flow());
    await turnOn(flow().dependencies, player);
    const body = { secondFactor: true };
    const { link } = (await send(`POST /members/${player.email}/reset`, { body })).body;
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

it('404: refuses to lock, unlock, or reset an account that does not exist', async () => {
  const { id } = await insertMember(flow().database);
  for (const line of ['PUT lock', 'DELETE lock', 'POST reset']) {
    const [method, name] = line.split(' ');
    const sent = method === 'DELETE' ? {} : { body: {} };
    expect(await send(`${method} /members/${id}/${name}`, sent), line).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('has no account') },
    });
  }
});
