import { describe, expect, it } from 'vitest';
import { type ConnectFlow, useConnectFlow } from '../oauth/testing/connect-flow.ts';
import { exchangeForm, statusOfToken } from '../oauth/testing/journeys.ts';
import { databases } from '../testing/test-database.ts';
import { connect, noticeOn, openAccount, openDisconnect, textOf } from './testing/account.ts';

const revocations = ({ database }: ConnectFlow) =>
  database
    .selectFrom('audit_entry')
    .select(['actor', 'application_id', 'member_id'])
    .where('action', '=', 'connection.revoked')
    .orderBy('audit_order')
    .execute();

describe('GET /account/disconnect', () => {
  const flow = useConnectFlow();

  it('200 names the application and what it loses, and changes nothing', async () => {
    const { access_token } = await connect(flow());
    const { browser, page } = await openAccount(flow());
    expect(page.body).toContain('href="/account/disconnect?application=courtside-club"');
    const text = textOf(await openDisconnect(browser));
    expect(text).toMatch(/^Disconnect Courtside Club \?|^C .*Disconnect Courtside Club \?/);
    expect(text).toContain('See your ratings');
    expect(await statusOfToken(flow(), access_token)).toBe(200);
  });

  it.each([
    ['is not connected', 'rally-league'],
    ['does not exist', 'nobody'],
    ['is not named', ''],
    ['holds a NUL', '%00'],
    ['is named twice', 'nobody&application=courtside-club'],
  ])('303 back to the account where the application %s', async (_what, application) => {
    const { browser } = await openAccount(flow(), flow().otherPlayer);
    const answer = await openDisconnect(browser, application);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
    expect(noticeOn(await browser.follow(answer))).toBe('This application is no longer connected.');
  });
});

describe.each(databases)('POST /account/disconnect on %s', (kind) => {
  const flow = useConnectFlow({ kind });

  describe('303', () => {
    it('stops tokens at once, leaves an audit line, and says so once', async () => {
      const { access_token, refresh_token } = await connect(flow());
      const { browser } = await openAccount(flow());
      const page = await openDisconnect(browser);
      const answer = await browser.submit(page, '/account/disconnect', {});
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);

      expect(await statusOfToken(flow(), access_token)).toBe(401);
      const form = { grant_type: 'refresh_token', refresh_token };
      expect((await exchangeForm(flow(), form)).json().error).toBe('invalid_grant');
      expect(await revocations(flow())).toEqual([
        {
          actor: 'player',
          application_id: flow().partner.applicationId,
          member_id: flow().player.memberId,
        },
      ]);

      const after = await browser.follow(answer);
      expect(noticeOn(after)).toBe('Courtside Club is disconnected. Its access ended at once.');
      expect(after.body).toContain('No application is connected to your account.');
      expect(noticeOn(await browser.open('/account'))).toBeNull();
    });

    it('says that it is not connected any more, the second time', async () => {
      await connect(flow());
      const { browser } = await openAccount(flow());
      const page = await openDisconnect(browser);
      await browser.submit(page, '/account/disconnect', {});
      const before = await revocations(flow());
      const again = await browser.submit(page, '/account/disconnect', {});
      expect(noticeOn(await browser.follow(again))).toBe(
        'This application is no longer connected.',
      );
      expect(await revocations(flow())).toEqual(before);
    });

    it("cannot end another player's connection", async () => {
      const { access_token } = await connect(flow());
      await connect(flow(), flow().otherPlayer);
      const { browser } = await openAccount(flow(), flow().otherPlayer);
      const page = await openDisconnect(browser);
      const connection = await flow()
        .database.selectFrom('connection')
        .select('id')
        .where('member_id', '=', flow().player.memberId)
        .executeTakeFirstOrThrow();
      for (const values of [
        { application: connection.id },
        { application: flow().partner.applicationId },
        { application: 'courtside-club', member: flow().player.memberId },
        { application: ['rally-league', 'courtside-club'] },
        { application: 'courtside-club\u0000' },
        { application: [] },
      ]) {
        const answer = await browser.submit(page, '/account/disconnect', values);
        expect(answer.statusCode).toBe(303);
      }
      expect(await statusOfToken(flow(), access_token)).toBe(200);
    });
  });

  it('500 where it fails half-way, and nothing has changed', async () => {
    const { access_token } = await connect(flow());
    const { browser } = await openAccount(flow());
    const page = await openDisconnect(browser);
    const before = await revocations(flow());
    await flow().database.schema.alterTable('refresh_token').renameTo('gone').execute();
    const answer = await browser.submit(page, '/account/disconnect', {});
    await flow().database.schema.alterTable('gone').renameTo('refresh_token').execute();
    expect(answer.statusCode).toBe(500);
    expect(await statusOfToken(flow(), access_token)).toBe(200);
    expect(await revocations(flow())).toEqual(before);
  });
});
