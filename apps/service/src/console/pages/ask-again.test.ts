import { describe, expect, it } from 'vitest';
import { makePlayer, noticeOn, textOf } from '../../account/testing/account.ts';
import {
  type BrowserSession,
  formFields,
  unescapeHtml,
} from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { listAudit } from '../../platform/audit/store/audit.ts';
import { findApplication } from '../store/applications.ts';
import { nextCode, openAsOperator } from '../testing/open-pages.ts';
import { makeOperator } from '../testing/set-up-operator.ts';
import { operatorPageDefinitions } from './pages.ts';

const MINUTE = 60;
const asks = 'Confirm that it is you';

describe('an act that could do harm', () => {
  const flow = useConnectFlow();

  const path = '/operator/partners/courtside-club';
  const redirects = 'https://courtside.example/callback\r\nhttps://courtside.example/“a”?b=1&c=2';

  /** Sends a form of a page with the page's own fields. */
  const submit = async (browser: BrowserSession, at: string, values: Record<string, string>) => {
    const fields = formFields((await browser.open('/operator')).body, '/operator/log-out');
    for (const [name, value] of Object.entries(values)) fields.set(name, value);
    return await browser.post(at, fields);
  };
  const redirectsOf = async () =>
    (await findApplication(flow().database, 'courtside-club'))?.redirect_uris;
  /** Opens the pages as an operator whose last proof is too old. */
  const openLater = async (name: string) => {
    const opened = await openAsOperator(flow(), await makeOperator(flow().dependencies, name));
    flow().advance(6 * MINUTE);
    return opened;
  };

  it('is exactly one of these acts', () => {
    const acts = operatorPageDefinitions.flatMap(({ path: at, acts = {} }) =>
      Object.entries(acts).map(([act, { asksAgain }]) => [`${at} ${act}`, asksAgain !== undefined]),
    );
    expect(Object.fromEntries(acts)).toEqual({
      '/operator/partners approve': false,
      '/operator/partners create': true,
      '/operator/partners/:clientId create-key': true,
      '/operator/partners/:clientId approve': false,
      '/operator/partners/:clientId rename': false,
      '/operator/partners/:clientId redirects': true,
      '/operator/partners/:clientId limits': false,
      '/operator/partners/:clientId revoke': true,
      '/operator/partners/:clientId suspend': true,
      '/operator/partners/:clientId resume': true,
      '/operator/matches/:matchId release': false,
      // If it changes the email address of an account.
      '/operator/members/:memberId edit': true,
      '/operator/members/:memberId edit-ghost': false,
      '/operator/members/:memberId reset': true,
      '/operator/members/:memberId lock': true,
      '/operator/members/:memberId unlock': true,
      '/operator/members/:memberId/erase erase': true,
      '/operator/matches/:matchId uphold': false,
      '/operator/matches/:matchId void': false,
      '/operator/deliveries replay': false,
      '/operator/deliveries/:deliveryId redeliver': false,
      '/operator/jobs audit': false,
      '/operator/jobs dry-run': false,
      '/operator/jobs rebuild': false,
      '/operator/jobs/:jobId cancel': false,
    });
  });

  it('runs after the operator gives password and code again, with the typed values', async () => {
    const { browser, operator } = await openLater('ada');
    const before = await redirectsOf();
    const asked = await submit(browser, path, { act: 'redirects', redirectUris: redirects });
    expect(asked.statusCode).toBe(200);
    expect(textOf(asked)).toContain(asks);
    expect(textOf(asked)).toContain('To change redirect addresses, enter your password');
    for (const wrong of [
      { proof_password: 'battery staple', proof_code: nextCode(flow(), operator) },
      { proof_password: operator.password, proof_code: '000000' },
      { proof_password: operator.password, proof_code: '' },
      { proof_password: '', proof_code: nextCode(flow(), operator) },
    ]) {
      const refused = await browser.submit(asked, path, wrong);
      expect(refused.statusCode).toBe(422);
      expect(refused.body).toContain('<title>Error: Confirm that it is you');
      expect(refused.body).not.toContain('battery staple');
      expect(await redirectsOf()).toEqual(before);
    }
    const proof = { proof_password: operator.password, proof_code: nextCode(flow(), operator) };
    const done = await browser.submit(asked, path, proof);
    expect(done.statusCode).toBe(422);
    // The typed values are only checked now, and are still there.
    expect(unescapeHtml(done.body)).toContain('https://courtside.example/“a”?b=1&c=2</textarea>');
    expect(textOf(done)).not.toContain(asks);

    const right = 'https://courtside.example/callback\r\nhttps://courtside.example/other?b=1&c=2';
    const again = await submit(browser, path, { act: 'redirects', redirectUris: right });
    expect(noticeOn(await browser.follow(again))).toContain('The partner was changed.');
    expect(await redirectsOf()).toEqual(right.split('\r\n'));
    expect(
      await listAudit(flow().database, { action: 'log_in.proved' }, { limit: 5 }),
    ).toMatchObject([{ actor: 'operator', operator: 'ada' }]);
  });

  it('keeps each field of the form, and refuses a used code', async () => {
    const { browser, operator } = await openLater('bea');
    const asked = await submit(browser, path, { act: 'suspend', reason: ' "<b>" & more ' });
    const fields = formFields(asked.body, path);
    fields.delete('form_token');
    expect(Object.fromEntries(fields)).toEqual({
      act: 'suspend',
      reason: ' "<b>" & more ',
      proof_password: '',
      proof_code: '',
    });
    const code = nextCode(flow(), operator);
    const proof = { proof_password: operator.password, proof_code: code };
    const other = await openAsOperator(flow(), operator);
    expect((await browser.submit(asked, path, proof)).statusCode).toBe(422);
    expect((await other.browser.open('/operator')).body).toContain('Overview');
  });

  it('includes every reset, lock, erasure, and change of an email address', async () => {
    const { browser } = await openLater('cleo');
    const { memberId, memberNumber, email } = await makePlayer(flow(), 'lena@example.com');
    const member = `/operator/members/${memberId}`;
    const names = { firstName: 'Lena', lastName: 'Vogt' };
    const facts = { act: 'edit', ...names, birthDate: '', gender: 'UNKNOWN' };
    const stored = async () =>
      await flow()
        .database.selectFrom('member')
        .innerJoin('account', 'account.member_id', 'member.id')
        .select(['member.email', 'city', 'locked_at', 'password_hash', 'erased_at'])
        .where('member.id', '=', memberId)
        .executeTakeFirstOrThrow();
    const before = await stored();
    for (const [at, values] of [
      [member, { act: 'reset', secondFactor: 'yes' }],
      [member, { act: 'lock', reason: '' }],
      [member, { act: 'unlock' }],
      [`${member}/erase`, { act: 'erase', member: String(memberNumber) }],
      [member, { ...facts, city: '', country: '', email: 'thief@example.com' }],
    ] as const) {
      expect(textOf(await submit(browser, at, values))).toContain(asks);
      expect(await stored()).toEqual(before);
    }
    const correction = { ...facts, city: 'Austin', country: 'US', email };
    expect((await submit(browser, member, correction)).statusCode).toBe(303);
    expect(await stored()).toMatchObject({ email, city: 'Austin' });
  });

  it('logs out after five wrong attempts, also of many at the same time', async () => {
    const { browser, operator } = await openLater('dora');
    const asked = await submit(browser, path, { act: 'suspend', reason: '' });
    const wrong = { proof_password: 'guess', proof_code: '000000' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => await browser.submit(asked, path, wrong)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 422).length).toBeLessThan(5);
    const page = await browser.open('/operator');
    expect(textOf(page)).toContain('Log in as an operator');
    const proof = { proof_password: operator.password, proof_code: nextCode(flow(), operator) };
    expect((await browser.submit(asked, path, proof)).statusCode).toBe(303);
    const suspensions = { action: 'partner.suspended' };
    expect(await listAudit(flow().database, suspensions, { limit: 1 })).toEqual([]);
    const refused = await listAudit(flow().database, { action: 'log_in.refused' }, { limit: 20 });
    expect(refused.filter((entry) => entry.operator === 'dora')).toHaveLength(5);
  });
});
