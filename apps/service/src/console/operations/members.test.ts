import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  findEmailByLink,
  isPasswordLink,
  requestEmailLink,
} from '../../account/change-password.ts';
import { confirmRegistration, findRegistrationByLink, register } from '../../account/register.ts';
import { isLogInLink } from '../../connect/login/devices.ts';
import { createLink } from '../../connect/login/links.ts';
import type { PostedForm } from '../../connect/login/posted-form.ts';
import { partnerPeople } from '../../connect/login/realms.ts';
import { findAccount } from '../../connect/login/store/accounts.ts';
import { turnOn } from '../../connect/login/testing/second-factor.ts';
import { openClub } from '../../matches/claims/testing/ghost-club.ts';
import { expectExact } from '../../matches/testing/compare-ratings.ts';
import { failCleanUp, failure } from '../../privacy/testing/fail-clean-up.ts';
import { insertApplication, insertConnection, insertMember } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { operatorCaller } from '../api/caller.ts';
import { createAdminHandler } from '../serve-admin.ts';
import { adminSender, useAdmin } from '../testing/admin.ts';
import { operatorDependencies } from '../testing/operator.ts';

const email = 'zoe.muller@example.com';
const password = 'racket strings at noon';
const zoe = {
  email,
  firstName: 'Zoë',
  lastName: 'Müller',
  birthDate: '1990-11-20',
  city: 'Hamburg',
};
const NOBODY = 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0';

type Send = ReturnType<typeof adminSender>;

const createMember = async (send: Send, facts: object = {}) =>
  (await send('POST /members', { body: { ...zoe, password, ...facts } })).body;

const entriesOf = async (send: Send, action: string) =>
  (await send(`GET /audit-entries?action=${action}`)).body.entries;

describe('members of operators', () => {
  const { send, dependencies } = useAdmin();
  const find = async (text: string, query = '') =>
    (await send(`GET /members?text=${encodeURIComponent(text)}${query}`)).body;

  it('201: creates a member who logs in with the password, once for an address', async () => {
    const { memberId, memberNumber } = await createMember(send);
    expect(await findAccount(dependencies().database, memberId)).toMatchObject({ email });
    expect((await send(`GET /members/${memberNumber}`)).body).toMatchObject({ memberId, ...zoe });
    expect(await createMember(send, { email: email.toUpperCase() })).toMatchObject({
      errors: [{ pointer: '/email', code: 'repeated_identifier' }],
    });
  });

  it('201: answers a repetition like the first success, and stores no hash of the password', async () => {
    const headers = { 'idempotency-key': 'club-1-mike' };
    const create = async (typed: string) =>
      await send('POST /members', { headers, body: { ...zoe, password: typed } });
    const first = await create(password);
    const repeated = await create('another password at noon');
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(repeated.body).toEqual(first.body);
  });

  testRows([
    ['password', '123456789012'],
    ['email', 'zoe'],
    ['birthDate', '1899-12-31'],
    ['country', 'Germany'],
    ['country', 'XX'],
    ['gender', 'woman'],
  ] as const)('400: creates no member if a value is refused', async (field, value) => {
    expect(await createMember(send, { [field]: value })).toMatchObject({
      errors: [{ pointer: `/${field}` }],
    });
  });

  it('200: finds members by a part of the name, and by the whole address, number, or id', async () => {
    const { memberId, memberNumber } = await createMember(send, { country: 'DE' });
    await insertMember(dependencies().database);
    const found = {
      ...{ memberId, memberNumber, firstName: 'Zoë', lastName: 'Müller', email },
      ...{ kind: 'account', city: 'Hamburg', country: 'DE' },
    };
    for (const text of [
      'muller',
      'ZOË',
      'oe mu',
      'Zoe.Muller@example.com',
      memberId,
      memberNumber,
    ]) {
      expect(await find(String(text)), text).toEqual({ members: [found], nextCursor: null });
    }
    expect(await find('zoe@example.com')).toEqual({ members: [], nextCursor: null });
  });

  it('200: finds in pages without a gap or a repetition, by name', async () => {
    const { database } = dependencies();
    for (const last_name of ['Cole', 'Abel', 'Cole', 'Bohr', 'Abel']) {
      await insertMember(database, { first_name: 'Ada', last_name });
    }
    const names: string[] = [];
    let cursor = '';
    do {
      const { members, nextCursor } = await find('ada', `&limit=2${cursor}`);
      names.push(...members.map(({ lastName }: { lastName: string }) => lastName));
      cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
    } while (cursor !== '');
    expect(names).toEqual(['Abel', 'Abel', 'Bohr', 'Cole', 'Cole']);
  });

  it('400: refuses a text without a letter or digit', async () => {
    for (const text of [' ', '%', '_']) {
      expect(await find(text)).toMatchObject({ errors: [{ pointer: '/query/text' }] });
    }
  });

  it('200: shows the account, the connections, and the ratings', async () => {
    const { memberId } = await createMember(send);
    const { database } = dependencies();
    const application = await insertApplication(database, { client_id: 'courtside-club' });
    await insertConnection(database, application, memberId);
    expect((await send(`GET /members/${email}`)).body).toMatchObject({
      ...{ memberId, partners: ['courtside-club'], matches: 0, ratings: [], reported: [] },
      ...{ hasSecondFactor: false, lockedAt: null, protectedUntil: null },
    });
  });

  it('200: shows and hides a member, with one audit entry each, and shows no new member', async () => {
    const { memberId } = await createMember(send);
    expect((await send(`GET /members/${memberId}`)).body).toMatchObject({ isDiscoverable: false });
    const path = `/members/${memberId}/discovery`;
    for (const method of ['PUT', 'PUT', 'DELETE']) {
      expect((await send(`${method} ${path}`)).body).toMatchObject({
        isDiscoverable: method === 'PUT',
      });
    }
    expect(await entriesOf(send, 'discovery.changed')).toMatchObject([
      { operator: 'ana', details: { isDiscoverable: false } },
      { operator: 'ana', details: { isDiscoverable: true } },
    ]);
  });
});

describe('a member that an operator corrects', () => {
  const { send, dependencies } = useAdmin({
    environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ratings@example.com' },
  });
  let path: string;
  let memberId: string;

  beforeEach(async () => {
    ({ memberId } = await createMember(send, {
      lastName: 'Muler',
      email: 'zoe.muler@example.com',
    }));
    path = `/members/${memberId}`;
  });

  const edit = async (body: object, headers = {}) => await send(`PATCH ${path}`, { body, headers });
  const shown = async () => (await send(`GET ${path}`)).body;
  const mails = async () =>
    await dependencies().database.selectFrom('mail').select(['kind', 'email']).execute();

  it('200: gets a corrected name and is found by it, and keeps the other facts', async () => {
    expect((await edit({ lastName: 'Müller', city: null })).body).toMatchObject({
      ...{ firstName: 'Zoë', lastName: 'Müller', city: null, birthDate: '1990-11-20' },
    });
    expect((await send('GET /members?text=muller')).body.members).toHaveLength(1);
    expect((await send('GET /members?text=muler')).body.members).toHaveLength(0);
  });

  it('200: is no longer found if the birth date says under 16', async () => {
    await send(`PUT ${path}/discovery`);
    const year = dependencies().clock().getUTCFullYear();
    const edited = await edit({ birthDate: `${year - 10}-01-01` });
    expect(edited.body).toMatchObject({
      isDiscoverable: false,
      protectedUntil: `${year + 6}-01-01`,
    });
  });

  it('200: gets another address, which is not proven, and the old one gets a mail', async () => {
    expect((await edit({ email })).body).toMatchObject({ email, emailProvenAt: null });
    expect(await mails()).toEqual([{ kind: 'email-changed', email: 'zoe.muler@example.com' }]);
  });

  it('200: keeps another address: an earlier link to change it stops working', async () => {
    const { database } = dependencies();
    const other = 'somebody.else@example.com';
    const link = await createLink(database, dependencies(), {
      ...{ of: 'player', purpose: 'email', registrationId: null },
      ...{ accountId: memberId, email: other },
    });
    const { passwordHash = '' } = (await findAccount(database, memberId)) ?? {};
    expect(
      await requestEmailLink(dependencies(), { accountId: memberId, passwordHash }, other),
    ).toBeNull();
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(await findEmailByLink(dependencies(), token)).toBe(other);
    await edit({ email });
    expect(await findEmailByLink(dependencies(), token)).toBeNull();
    expect(await mails()).toMatchObject([{ kind: 'email-changed' }]);
  });

  it('records the names of changed facts without values, and nothing if nothing changed', async () => {
    for (const _ of [1, 2]) await edit({ lastName: 'Müller', email: 'zoe.muler@example.com' });
    expect(await entriesOf(send, 'member.edited')).toMatchObject([
      { details: { changed: ['lastName'] } },
    ]);
  });

  it('400: changes nothing if a value is refused, and names it', async () => {
    await createMember(send);
    const nextYear = dependencies().clock().getUTCFullYear() + 1;
    for (const [field, value, detail] of [
      ['country', 'Germany', 'two capital letters'],
      ['email', email, 'Another member has'],
      ['email', 'zoe', 'must be an email address'],
      ['birthDate', '1899-12-31', 'more than 120 years ago'],
      ['birthDate', `${nextYear}-01-01`, 'in the future'],
    ] as const) {
      expect(await edit({ city: 'Köln', [field]: value }), value).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: `/${field}`, detail: expect.stringContaining(detail) }] },
      });
    }
    expect((await edit({})).status).toBe(400);
    expect(await shown()).toMatchObject({ city: 'Hamburg', country: null });
  });

  it('404: gets no address without an account', async () => {
    const { id } = await insertMember(dependencies().database);
    const refused = await send(`PATCH /members/${id}`, { body: { email } });
    expect(refused).toMatchObject({ status: 404, body: { detail: expect.stringContaining(id) } });
  });

  it('412: keeps the change that another operator made first', async () => {
    const tag = (await send(`GET ${path}`)).headers.get('etag') ?? '';
    const edited = await edit({ city: 'Köln' }, { 'if-match': tag });
    expect(edited.status).toBe(200);
    expect(await edit({ city: 'Bonn' }, { 'if-match': tag })).toMatchObject({
      status: 412,
      body: { code: 'changed_meanwhile' },
    });
    const next = edited.headers.get('etag') ?? '';
    expect((await edit({ city: 'Bonn' }, { 'if-match': next })).body).toMatchObject({
      city: 'Bonn',
    });
  });
});

describe.each(databases)('operators help a player on %s', (kind) => {
  const { send, dependencies } = useAdmin({
    kind,
    environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ratings@example.com' },
  });
  const link = async (purpose: string, address = email) =>
    await send('POST /account-links', { body: { email: address, purpose } });
  const tokenOf = async (purpose: string, address?: string) => {
    const url = new URL((await link(purpose, address)).body.link);
    return url.searchParams.get('token') ?? '';
  };

  it('200: proves the address of somebody who registered', async () => {
    const { city: _, ...typed } = zoe;
    const registering = { of: 'player', ...typed, isDiscoverable: true, password } as const;
    await register(dependencies(), registering);
    const token = await tokenOf('verify', email.toUpperCase());
    expect(await findRegistrationByLink(dependencies(), 'player', token)).toMatchObject({ email });
  });

  it('200: lets a player choose a new password, or log in with a new browser, and keeps no link', async () => {
    await createMember(send);
    expect(await isPasswordLink(dependencies(), 'player', await tokenOf('reset'))).toBe(true);
    expect(await isLogInLink(dependencies(), 'player', await tokenOf('log_in'))).toBe(true);
    const entries = await entriesOf(send, 'link.created');
    expect(entries).toMatchObject([
      { details: { purpose: 'log_in' } },
      { operator: 'ana', details: { purpose: 'reset' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('token');
  });

  it('200: lets a person of a partner finish the sign-up, and later choose a new password', async () => {
    const address = 'ada@courtside.example';
    const make = async (purpose: string) => {
      const body = { email: address, purpose, account: 'partner' };
      return await send('POST /account-links', { body });
    };
    expect((await make('reset')).status).toBe(404);
    const typed = { name: 'Ada Byron', email: address, password };
    await register(dependencies(), { of: 'partner', ...typed });
    expect((await link('verify', address)).status).toBe(404);
    const { pathname, searchParams } = new URL((await make('verify')).body.link);
    expect(pathname).toBe('/console/sign-up/confirm');
    const token = searchParams.get('token') ?? '';
    const found = await findRegistrationByLink(dependencies(), 'partner', token);
    const browser = {
      realm: partnerPeople,
      session: null,
      visit: null,
      device: null,
      tooYoung: null,
    };
    const form = { cookies: browser, raw: { headers: {} } } as PostedForm;
    if (found === null) throw new Error('The link leads to no registration.');
    expect(await confirmRegistration(dependencies(), token, found, form)).not.toBeNull();
    expect((await make('verify')).status).toBe(400);
    const reset = new URL((await make('reset')).body.link);
    expect(reset.pathname).toBe('/console/password/new');
    expect(
      await isPasswordLink(dependencies(), 'player', reset.searchParams.get('token') ?? ''),
    ).toBe(false);
    expect((await link('reset', address)).status).toBe(404);
    expect(await entriesOf(send, 'link.created')).toMatchObject([
      { actor: 'operator', operator: 'ana', memberId: null, details: { purpose: 'reset' } },
    ]);
  });

  it('404: refuses an address without an account', async () => {
    for (const purpose of ['verify', 'reset', 'log_in']) {
      expect(await link(purpose), purpose).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining(email) },
      });
    }
  });

  it('200: turns two-step verification off once, and mails it to the player', async () => {
    const { memberId } = await createMember(send);
    await turnOn(dependencies(), { memberId, email });
    const remove = async () => await send(`DELETE /members/${email}/second-factor`);
    expect((await remove()).body).toMatchObject({ hasSecondFactor: false });
    expect(await remove()).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('there is nothing to remove') },
    });
    expect(await entriesOf(send, 'second_factor.removed')).toMatchObject([{ operator: 'ana' }]);
    const mails = dependencies().database.selectFrom('mail').select(['kind', 'email']);
    expect(await mails.execute()).toContainEqual({ kind: 'second-factor-removed', email });
  });
});

describe.each(databases)('requests of people to an operator, on %s', (kind) => {
  const { send, dependencies } = useAdmin({ kind });
  let memberId: string;
  beforeEach(async () => {
    ({ memberId } = await createMember(send));
  });

  it('200: exports everything about a member', async () => {
    const exported = (await send(`GET /members/${email}/export`)).body;
    expect(exported).toMatchObject({ profile: { id: memberId, lastName: 'Müller' } });
  });

  it('200: erases a member, and keeps an audit entry without the name', async () => {
    expect(await send(`DELETE /members/${email.toUpperCase()}`)).toMatchObject({
      status: 200,
      body: { memberId, connections: 0, reported: [] },
    });
    const member = dependencies().database.selectFrom('member').select('display_name');
    expect(await member.execute()).toEqual([{ display_name: 'Former player' }]);
    expect(await entriesOf(send, 'member.erased')).toMatchObject([
      { operator: 'ana', memberId, details: null },
    ]);
    expect((await send('GET /members?text=muller')).body.members).toEqual([]);
    for (const method of ['GET', 'DELETE']) {
      expect((await send(`${method} /members/${memberId}`)).status).toBe(404);
    }
  });

  it('400: refuses people who were not reported under the address', async () => {
    for (const line of [`DELETE /members/${memberId}`, `GET /members/${memberId}/export`]) {
      expect(await send(`${line}?reported=${NOBODY}`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/query/reported' }] },
      });
    }
  });
});

it.each(databases)(
  '200: a person is erased even if their remains are cleaned up later, on %s',
  async (kind) => {
    const dependencies = await operatorDependencies({ kind });
    const { memberId } = await createMember(adminSender(dependencies));
    await failCleanUp(dependencies.database);
    const logged: string[] = [];
    const ignore = () => {};
    const error = (facts: object, message: string) =>
      logged.push(`${message} ${'err' in facts ? facts.err : ''}`);
    const log = { debug: ignore, info: ignore, warn: ignore, error };
    const findCaller = async () => operatorCaller('ana', 'admin');
    const handle = createAdminHandler(dependencies, { findCaller, log });
    const headers = { authorization: 'Bearer admin' };
    const address = `http://localhost/api/admin/v1/members/${memberId}`;
    expect((await handle(new Request(address, { method: 'DELETE', headers }))).status).toBe(200);
    expect(logged).toEqual([expect.stringContaining(failure)]);
    expect(logged[0]).toContain(`${memberId} is erased`);
  },
);

describe('a ghost, a member without an account, that an operator claims for a member', () => {
  it('200: becomes the member, with its matches; 400: only once, and only a ghost', async () => {
    const { database, club, lena, mike, ghost, play } = await openClub();
    const send = adminSender({ ...(await operatorDependencies()), ...club.dependencies });
    await play('one', ghost, mike);
    const claim = async (who: { id: string }, member: string) =>
      await send(`POST /members/${who.id}/claim`, { body: { for: member } });
    expect(await claim(mike, lena.id)).toMatchObject({
      status: 400,
      body: {
        errors: [{ pointer: '/path/member', detail: expect.stringContaining('not a ghost') }],
      },
    });
    expect(await claim(ghost, '99999')).toMatchObject({ status: 404 });
    expect(await claim(ghost, String(lena.member_number))).toMatchObject({
      status: 200,
      body: { ghostId: ghost.id, memberId: lena.id, matches: 1, isSettled: true },
    });
    await expectExact(database);
    expect((await send(`GET /members/${lena.id}`)).body).toMatchObject({ matches: 1 });
    expect(await claim(ghost, mike.id)).toMatchObject({
      status: 400,
      body: { errors: [{ detail: expect.stringContaining('already claimed') }] },
    });
  });
});
