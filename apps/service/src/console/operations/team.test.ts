import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { findCallerByKey } from '../../platform/http/caller.ts';
import { endpointOf, insertEndpoint } from '../../testing/builders.ts';
import { insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { acceptInvitations } from '../actions/partners.ts';
import type { PartnerPerson } from '../api/caller.ts';
import { operations } from '../api/interface.gen.ts';
import { useAdmin } from '../testing/admin.ts';
import { CALLBACK, typedAt as now } from '../testing/operator.ts';
import { insertPerson } from '../testing/people.ts';

let olga: PartnerPerson;
let dan: PartnerPerson;
let eve: PartnerPerson;
const path = '/partners/olgas-club';
const application = { clientId: 'olgas-club', name: "Olga's Club" };

describe('people of a partner', () => {
  const environment = { PARTNER_SIGNUP: 'open' };
  const { send, dependencies } = useAdmin({ environment });
  let ids: Record<string, string>;

  const invite = async (person: PartnerPerson, role: 'owner' | 'developer') => {
    const body = { email: person.email, role };
    const { teamMemberId } = (await send(`POST ${path}/team`, { body, person: olga })).body;
    await acceptInvitations(dependencies(), person);
    return teamMemberId as string;
  };

  beforeEach(async () => {
    const { database } = dependencies();
    olga = await insertPerson(dependencies(), 'olga');
    dan = await insertPerson(dependencies(), 'dan');
    eve = await insertPerson(dependencies(), 'eve');
    const created = await send('POST /partners', { body: application, person: olga });
    await send('POST /partners', {
      body: { clientId: 'eves-club', name: 'Eve' },
      person: eve,
    });
    const teamMemberId = await invite(dan, 'developer');
    const { applicationId, keyId } = created.body;
    const url = 'https://courtside.example/hooks';
    await insertEndpoint(database, applicationId, { url });
    const endpointId = endpointOf(applicationId);
    const [deliveryId = ''] = await insertDueDeliveries(database, applicationId, 1);
    ids = { clientId: 'olgas-club', keyId, teamMemberId, endpointId, deliveryId };
  });

  const ofPeople = operations.filter(({ teamRole }) => teamRole !== null);
  const ofApplication = ofPeople.filter(({ teamRole }) => teamRole !== 'any');
  // Operations that delete something come last.
  const isEnd = ({ id, method }: (typeof operations)[number]) =>
    Number(method === 'DELETE') + Number(id === 'team.remove');
  const rows = ofApplication
    .toSorted((one, other) => isEnd(one) - isEnd(other))
    .map((operation) => [operation.id, operation] as const);

  const bodies: Record<string, unknown> = {
    'partners.update': { redirectUris: [CALLBACK] },
    'keys.create': {},
    'team.add': { email: 'new@example.com', role: 'developer' },
    'endpoints.create': { url: 'https://courtside.example/other' },
    'endpoints.update': { url: 'https://courtside.example/moved' },
    'deliveries.replay': { since: '2026-09-12T00:00:00Z' },
  };

  /** Calls an operation on Olga's application, or on something that does not exist. */
  async function call(
    { id, method, path: template }: (typeof operations)[number],
    person: PartnerPerson,
    named = ids,
  ) {
    const address = template.replace(/\{(\w+)\}/g, (_, name) => named[name] ?? 'other');
    const query = id === 'deliveries.list' ? `?partner=${named.clientId}` : '';
    const body = bodies[id];
    const { status, body: answer } = await send(`${method} ${address}${query}`, {
      person,
      ...(body !== undefined && { body }),
    });
    return { status, answer };
  }

  testRows(rows)('call the operations of their role on their application', async (_, operation) => {
    const isOwners = operation.teamRole === 'owner';
    if (isOwners) {
      const { status, answer } = await call(operation, dan);
      expect([status, answer.code]).toEqual([403, 'insufficient_scope']);
    }
    expect((await call(operation, isOwners ? olga : dan)).status).toBeLessThan(300);
  });

  testRows(rows)(
    'get the same answer for other applications as for one that does not exist',
    async (_, operation) => {
      const names = Object.entries(ids).map(([name, value]) => [
        name,
        name === 'clientId' ? 'no-such-club' : value.replace(/.{4}$/, '0000'),
      ]);
      const none: Record<string, string> = Object.fromEntries(names);
      const unknown = await call(operation, eve, none);
      const others = await call(operation, eve);
      expect([unknown.status, others.status]).toEqual([404, 404]);
      const detailOf = (answer: { detail: string }, named: Record<string, string>) =>
        Object.values(named).reduce((text, value) => text.replaceAll(value, '…'), answer.detail);
      expect(detailOf(others.answer, ids)).toBe(detailOf(unknown.answer, none));
    },
  );

  testRows(rows)('only read an application that is suspended', async (_, operation) => {
    await send(`PUT ${path}/suspension`, { body: {} });
    const { status, answer } = await call(operation, olga);
    if (operation.method === 'GET') expect(status).toBe(200);
    else expect([status, answer.code]).toEqual([403, 'application_suspended']);
  });

  testRows(rows)('see nothing after they are removed', async (_, operation) => {
    await send(`DELETE ${path}/team/${ids.teamMemberId}`, { person: olga });
    expect((await call(operation, dan)).status).toBe(404);
  });

  testRows(rows)('see nothing of an application that is deleted', async (_, operation) => {
    await send(`DELETE ${path}`);
    expect((await call(operation, olga)).status).toBe(404);
  });

  testRows(operations.filter(({ teamRole }) => teamRole === null).map(({ id }) => id))(
    'call no operation that is only for operators',
    async (id) => {
      const operation = operations.find((one) => one.id === id);
      if (operation === undefined) throw new Error('The operation is in the list.');
      expect((await call(operation, olga)).status).toBe(401);
    },
  );

  it('list the applications of their teams, and no other', async () => {
    const namesOf = async (person: PartnerPerson) =>
      (await send('GET /partners', { person })).body.partners.map(
        ({ clientId }: { clientId: string }) => clientId,
      );
    expect([await namesOf(olga), await namesOf(dan), await namesOf(eve)]).toEqual([
      ['olgas-club'],
      ['olgas-club'],
      ['eves-club'],
    ]);
    const removal = await send(`DELETE ${path}/team/${ids.teamMemberId}`, { person: olga });
    expect([removal.status, await namesOf(dan)]).toEqual([204, []]);
  });

  it('join by the address that was invited, within 14 days, and once', async () => {
    const body = { email: 'Eve@Courtside.example', role: 'owner' };
    expect((await send(`POST ${path}/team`, { body, person: olga })).status).toBe(201);
    const again = await send(`POST ${path}/team`, { body, person: olga });
    expect(again.body.errors).toMatchObject([{ pointer: '/email', code: 'repeated_identifier' }]);
    const late = { ...dependencies(), clock: () => new Date(now.getTime() + 15 * 86_400_000) };
    await acceptInvitations(late, eve);
    expect((await send(`GET ${path}`, { person: eve })).status).toBe(404);
    await acceptInvitations(dependencies(), eve);
    expect((await send(`GET ${path}`, { person: eve })).status).toBe(200);
    const { people } = (await send(`GET ${path}/team?limit=2`, { person: eve })).body;
    expect(people).toMatchObject([
      { email: olga.email, role: 'owner' },
      { email: dan.email, role: 'developer' },
    ]);
  });

  it('keep one owner, and only an operator can remove the last one', async () => {
    const { people } = (await send(`GET ${path}/team`)).body;
    const owner = people.find(({ role }: { role: string }) => role === 'owner').teamMemberId;
    const refused = await send(`DELETE ${path}/team/${owner}`, { person: olga });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'minItems' }] } });
    expect((await send(`DELETE ${path}/team/${owner}`)).status).toBe(204);
  });

  it('change redirect addresses, and neither the name nor the limits', async () => {
    const change = async (body: object) => await send(`PATCH ${path}`, { body, person: dan });
    expect((await change({ redirectUris: [CALLBACK] })).body.redirectUris).toEqual([CALLBACK]);
    for (const body of [{ name: 'Rally League' }, { limits: { default: 0 } }]) {
      const pointer = `/${Object.keys(body)[0]}`;
      expect(await change(body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    }
  });

  it('cannot give a key a scope of operators, but can replace a key that has it', async () => {
    const scopes = ['key:tournament:import', 'key:member:read'];
    const create = async (more: object = {}) =>
      await send(`POST ${path}/keys`, { body: { scopes, ...more }, person: dan });
    const refused = { status: 400, body: { errors: [{ pointer: '/scopes/0', code: 'enum' }] } };
    expect(await create()).toMatchObject(refused);
    const expiresAt = '2026-10-01T00:00:00Z';
    await send(`POST ${path}/keys`, { body: { scopes, expiresAt } });
    expect(await create()).toMatchObject(refused);
    expect(await create({ expiresAt: '2026-10-02T00:00:00Z' })).toMatchObject(refused);
    expect((await create({ expiresAt })).status).toBe(201);
  });

  it('are named in the audit, and so is an operator who does the same', async () => {
    await send(`POST ${path}/keys`, { body: {}, person: dan });
    await send(`POST ${path}/webhook-endpoints`, { body: bodies['endpoints.create'] });
    const entries = async (action: string) =>
      (await send(`GET /audit-entries?action=${action}&limit=1`)).body.entries;
    expect(await entries('key.created')).toMatchObject([
      { actor: 'partner', account: dan.accountId, operator: null },
    ]);
    expect(await entries('webhook.set')).toMatchObject([
      { actor: 'operator', account: null, operator: 'ana' },
    ]);
  });

  it('repeat a request with its Idempotency-Key, which belongs only to them', async () => {
    const headers = { 'idempotency-key': 'once' };
    const create = async (person: PartnerPerson) =>
      (await send(`POST ${path}/keys`, { body: {}, headers, person })).body.keyId;
    const first = await create(dan);
    expect([await create(dan), await create(olga)]).not.toContain(undefined);
    expect(await create(dan)).toBe(first);
    expect(await create(olga)).not.toBe(first);
  });
});

describe('an application that a person creates', () => {
  let create: { body: object; person: PartnerPerson };
  const prepare = async (dependencies: Parameters<typeof insertPerson>[0]) => {
    olga = await insertPerson(dependencies, 'olga');
    create = { body: application, person: olga };
  };

  describe('with PARTNER_SIGNUP=approval', () => {
    const { send, dependencies } = useAdmin({ environment: { PARTNER_SIGNUP: 'approval' } });
    beforeEach(async () => await prepare(dependencies()));

    it('does not work until an operator approves it, but can be set up before', async () => {
      const { apiKey } = (await send('POST /partners', create)).body;
      const caller = async () => await findCallerByKey(dependencies().database, apiKey, now);
      expect(await caller()).toMatchObject({ isSuspended: true, isPending: true });
      expect((await send(`POST ${path}/keys`, { body: {}, person: olga })).status).toBe(201);
      const own = (await send(`GET ${path}`, { person: olga })).body;
      expect([own.pendingSince, own.suspendedAt]).toEqual([now.toISOString(), null]);
      const waiting = (await send('GET /partners?pending=true')).body.partners;
      expect(waiting).toMatchObject([{ clientId: 'olgas-club' }]);
      expect((await send(`DELETE ${path}/suspension`)).body.pendingSince).not.toBeNull();
      expect((await send(`PUT ${path}/approval`)).body).toMatchObject({
        pendingSince: null,
        suspendedAt: null,
      });
      expect(await caller()).toMatchObject({ isSuspended: false });
      expect((await send('GET /partners?pending=true')).body.partners).toEqual([]);
      const entries = (await send('GET /audit-entries?action=partner.approved')).body.entries;
      expect(entries).toMatchObject([{ actor: 'operator', operator: 'ana' }]);
    });

    it('stays suspended if an operator suspends it instead of approving it', async () => {
      await send('POST /partners', create);
      await send(`PUT ${path}/suspension`, { body: {} });
      const { pendingSince, suspendedAt } = (await send(`PUT ${path}/approval`)).body;
      expect([pendingSince, suspendedAt]).toEqual([null, now.toISOString()]);
    });

    it('is refused while three others of the person wait', async () => {
      const statuses: number[] = [];
      for (const clientId of ['one', 'two', 'three', 'four']) {
        const body = { clientId, name: 'Club' };
        statuses.push((await send('POST /partners', { body, person: olga })).status);
      }
      expect(statuses).toEqual([201, 201, 201, 400]);
    });
  });

  describe('with PARTNER_SIGNUP=open', () => {
    const { send, dependencies } = useAdmin({ environment: { PARTNER_SIGNUP: 'open' } });
    beforeEach(async () => await prepare(dependencies()));

    it('works at once, with the default scopes', async () => {
      const { apiKey } = (await send('POST /partners', create)).body;
      const caller = await findCallerByKey(dependencies().database, apiKey, now);
      expect(caller).toMatchObject({ isSuspended: false });
      expect(
        [...(caller?.scopes ?? [])].filter((scope) => /tournament|trusted/.test(scope)),
      ).toEqual([]);
    });
  });

  describe('with PARTNER_SIGNUP=off', () => {
    const { send, dependencies } = useAdmin({ environment: { PARTNER_SIGNUP: 'off' } });
    beforeEach(async () => await prepare(dependencies()));

    it('is refused', async () => {
      expect(await send('POST /partners', create)).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope' },
      });
    });
  });
});
