import { describe, expect, it } from 'vitest';
import { lockAccess, unlockAccess } from '../admin/member/account-lock.ts';
import { BrowserSession } from '../oauth/testing/browser-session.ts';
import { useConnectFlow } from '../oauth/testing/connect-flow.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import { connect, openAccount, textOf } from './testing/account.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('GET /account/activity', () => {
  const flow = useConnectFlow();

  it('200 shows log-ins, refusals and connections of the player, and of nobody else', async () => {
    const { player, otherPlayer } = flow();
    await connect(flow());
    await openAccount(flow(), { ...player, password: 'wrong' }, firefox).catch(() => {});
    const { browser } = await openAccount(flow(), player, firefox);
    const text = textOf(await browser.open('/account/activity'));
    expect(text).toContain('Log-in with Firefox on Windows By you just now');
    expect(text).toContain(
      'Log-in refused: wrong password, with Firefox on Windows By you or somebody else',
    );
    expect(text).toContain('Courtside Club connected');
    expect(text).toContain('Your account was made By those who run the service');

    const { browser: theirs } = await openAccount(flow(), otherPlayer);
    expect(textOf(await theirs.open('/account/activity'))).not.toContain('Courtside Club');
  });

  it('200 says that an operator locked the account, and not why', async () => {
    const { dependencies, player } = flow();
    const { memberId } = player;
    await lockAccess(dependencies, { memberId, reason: 'suspected of fraud' });
    await unlockAccess(dependencies, memberId);
    const { browser } = await openAccount(flow());
    const page = await browser.open('/account/activity');
    expect(textOf(page)).toContain('Your account was locked By those who run the service');
    expect(page.body).not.toContain('suspected');
  });

  it('200 comes in pages without a gap', async () => {
    const { memberId } = flow().otherPlayer;
    await flow()
      .database.transaction()
      .execute(async (transaction) => {
        for (let index = 0; index < 70; index += 1) {
          await recordAudit(transaction, {
            occurredAt: flow().dependencies.clock(),
            actor: 'player',
            action: 'discovery.changed',
            applicationId: null,
            memberId,
            details: { isDiscoverable: true },
          });
        }
      });
    const { browser } = await openAccount(flow(), flow().otherPlayer);
    let entries = 0;
    let next: string | undefined = '/account/activity';
    while (next !== undefined) {
      const { body } = await browser.open(next);
      entries += body.match(/You are shown in search/g)?.length ?? 0;
      next = /href="(\/account\/activity\?before=\d+)"/.exec(body)?.[1];
    }
    expect(entries).toBe(70);
  });

  it('200 asks anybody else to log in', async () => {
    const page = await new BrowserSession(flow().app).open('/account/activity');
    expect(textOf(page)).toMatch(/^Log in/);
  });
});
