import { beforeAll, describe, expect, it } from 'vitest';
import {
  logIn as logInPlayer,
  makePlayer,
  noticeOn,
  textOf,
} from '../../account/testing/account.ts';
import type { BrowserSession } from '../../connect/testing/browser-session.ts';
import { type ConnectFlow, useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { findCallerByKey } from '../../platform/http/caller.ts';
import { findValues } from '../../privacy/testing/find-values.ts';
import { databases } from '../../testing/test-database.ts';
import { createKey } from '../actions/keys.ts';
import { createPartner } from '../actions/partners.ts';
import { insertTeamMember } from '../store/teams.ts';
import { openAsPerson, password } from '../testing/people.ts';

const path = '/console/erase';

const ada = { accountId: 'acc_ada', name: 'ada', email: 'ada@courtside.example' };

const eve = { accountId: 'acc_eve', name: 'eve', email: 'eve@courtside.example' };

/** Creates an application of a person, and returns its id. */
async function applicationOf({ dependencies }: ConnectFlow, person: typeof ada): Promise<string> {
  const clientId = `club-of-${person.name}`;
  const partner = { clientId, name: 'Club', redirectUris: [], person };
  return (await createPartner(dependencies, partner)).applicationId;
}

describe.each(databases)('the account of a person of a partner on %s', (kind) => {
  const flow = useConnectFlow({ kind, environment: { PARTNER_SIGNUP: 'open' } });
  let browser: BrowserSession;
  let other: BrowserSession;
  const erase = async (from: BrowserSession, typed: string) =>
    await from.submit(await from.open(path), path, { password: typed });
  const accounts = async () =>
    (await flow().database.selectFrom('account').select('id').execute()).map(({ id }) => id);

  beforeAll(async () => {
    browser = await openAsPerson(flow(), ada.name);
    other = await openAsPerson(flow(), eve.name);
    const { database } = flow();
    const named = database.updateTable('account').set({ name: 'Ada Quillonwick' });
    await named.where('id', '=', ada.accountId).execute();
    await applicationOf(flow(), ada);
    const now = flow().dependencies.clock();
    await insertTeamMember(database, await applicationOf(flow(), eve), {
      ...{ teamMemberId: 'tea_invited', email: ada.email, role: 'developer', accountId: null },
      ...{ createdAt: now, joinedAt: null, expiresAt: new Date(now.getTime() + 60_000) },
    });
  });

  it('stays if the password is wrong, or the form is from the page of somebody else', async () => {
    const wrong = await erase(browser, 'guess');
    expect([wrong.statusCode, textOf(wrong)]).toEqual([
      422,
      expect.stringContaining('The password is wrong.'),
    ]);
    const foreign = await other.submit(await browser.open(path), path, { password });
    expect(foreign.statusCode).toBe(403);
    expect(await accounts()).toEqual(expect.arrayContaining([ada.accountId, eve.accountId]));
  });

  it('is erased with the password, with every name and address, and its teams lose the person', async () => {
    const { database, dependencies } = flow();
    const { apiKey } = await createKey(dependencies, { clientId: 'club-of-ada' });
    expect(await findValues(database, [ada.email, 'Quillonwick'])).not.toEqual([]);
    const done = await erase(browser, password);
    expect([done.statusCode, done.headers.location]).toEqual([303, '/console']);
    const page = await browser.follow(done);
    expect(noticeOn(page)).toBe('Your account is erased.');
    expect(textOf(page)).toContain('Log in');

    expect(await findValues(database, [ada.email, 'Quillonwick'])).toEqual([]);
    expect(await accounts()).not.toContain(ada.accountId);
    expect(await findCallerByKey(database, apiKey, dependencies.clock())).toMatchObject({
      isSuspended: false,
    });
    const entries = database.selectFrom('audit_entry').select(['action', 'details']);
    expect(
      await entries.where('account_id', '=', ada.accountId).orderBy('audit_order').execute(),
    ).toMatchObject([
      { action: 'team.removed', details: { role: 'owner' } },
      { action: 'account.erased', details: null },
    ]);
    expect(textOf(await other.open('/console/applications/club-of-eve/team'))).toContain(eve.email);
  });

  it('asks for a log-in once it is erased', async () => {
    expect(textOf(await browser.open(path))).toContain('to the console for partners');
  });

  it('leaves the player with the same address alone', async () => {
    const person = await openAsPerson(flow(), 'mia');
    const player = await makePlayer(flow(), 'mia@courtside.example');
    expect((await person.open('/console')).body).toContain(`href="${path}"`);
    expect((await erase(person, password)).statusCode).toBe(303);
    expect((await logInPlayer(person, player)).headers.location).toBe('/account');
  });
});
