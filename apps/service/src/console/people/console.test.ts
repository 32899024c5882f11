import { testRows } from '@partner-rating/table-tests';
import { beforeAll, describe, expect, it } from 'vitest';
import { noticeOn, textOf } from '../../account/testing/account.ts';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { findCallerByKey } from '../../platform/http/caller.ts';
import { insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { createPartner } from '../actions/partners.ts';
import { logInAgain, openAsPerson, password } from '../testing/people.ts';
import { consolePages } from './pages.ts';

const MINUTE = 60;

describe('the console', () => {
  const environment = { PARTNER_SIGNUP: 'open' };
  const flow = useConnectFlow({ environment });
  let ada: BrowserSession;
  let eve: BrowserSession;
  let clientId: string;
  let application: string;

  /** Sends a form of a page with a form token of the session. */
  const submit = async (browser: BrowserSession, path: string, values: Record<string, string>) => {
    const { body } = await browser.open('/console');
    const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(body) ?? [];
    return await browser.post(path, new URLSearchParams({ form_token: token, ...values }));
  };

  beforeAll(async () => {
    ada = await openAsPerson(flow(), 'ada');
    eve = await openAsPerson(flow(), 'eve');
    const made = await submit(ada, '/console', { act: 'create', name: 'Zürich Padel Club' });
    [, clientId = ''] = /<code>(zurich-padel-club-[0-9a-f]{8})<\/code>/.exec(made.body) ?? [];
    expect(clientId).not.toBe('');
    application = `/console/applications/${clientId}`;
  });

  const keysIn = ({ body }: { body: string }) => new Set(body.match(/prk_[\w-]{20,}/g));

  it('shows the key of a new application once, in each first step, and it works', async () => {
    const made = await submit(ada, '/console', { act: 'create', name: 'Second Club' });
    const [key = '', ...others] = keysIn(made);
    expect(others).toEqual([]);
    for (const language of ['curl', 'TypeScript', 'Python']) expect(made.body).toContain(language);
    const { database, clock } = flow().dependencies;
    expect(await findCallerByKey(database, key, clock())).toMatchObject({ isSuspended: false });
    const again = await ada.open('/console');
    expect(textOf(again)).toContain('Second Club');
    expect(keysIn(again).size).toBe(0);
  });

  it('hides an application from people outside its team, and refuses their changes', async () => {
    const shown = new Set<number>();
    for (const { path, acts = {} } of consolePages) {
      if (!path.includes(':clientId')) continue;
      const address = path
        .replace(':clientId', clientId)
        .replace(/:endpointId/, 'whe_01h455vb4pex5vsknk084sn02q')
        .replace(/:deliveryId/, 'whd_01h455vb4pex5vsknk084sn02q');
      const page = await eve.open(address);
      shown.add(page.statusCode);
      expect(textOf(page)).not.toContain('Padel');
      for (const act of Object.keys(acts)) {
        const values = { email: 'eve@courtside.example', role: 'owner', url: 'https://a.example' };
        shown.add((await submit(eve, address, { act, ...values })).statusCode);
      }
    }
    expect([...shown]).toEqual([404]);
    expect(textOf(await eve.open('/console'))).not.toContain('Padel');
  });

  it('asks for a log-in', async () => {
    const page = await new BrowserSession(flow().app).open(application);
    expect(textOf(page)).toContain('Log in');
    expect(textOf(page)).not.toContain('Padel');
  });

  it('replaces a key by a second one', async () => {
    const values = { 'scopes.key:member:read': 'yes', expiresAt: '2027-01-01T00:00' };
    const [key = ''] = keysIn(await submit(ada, application, { act: 'create-key', ...values }));
    const { database, clock } = flow().dependencies;
    const caller = async () => await findCallerByKey(database, key, clock());
    expect([...((await caller())?.scopes ?? [])]).toEqual(['key:member:read']);
    const [, keyId = ''] =
      new RegExp(`value="(key_\\w+)"[^>]*>${key.slice(0, 12)}`).exec(
        (await ada.open(application)).body,
      ) ?? [];
    const revoked = await submit(ada, application, { act: 'revoke', keyId });
    expect(noticeOn(await ada.follow(revoked))).toContain('The key was revoked.');
    expect(await caller()).toBeNull();
  });

  it('refuses a scope that only an operator gives', async () => {
    const values = { 'scopes.key:tournament:import': 'yes' };
    const refused = await submit(ada, application, { act: 'create-key', ...values });
    expect(refused.statusCode).toBe(422);
    expect(textOf(refused)).toContain('Only the operator of the service gives the scope');
  });

  it('creates an endpoint, shows its secret once, its deliveries, and sends them again', async () => {
    const path = `${application}/webhooks`;
    const values = { url: 'https://courtside.example/hooks', 'events.rating.updated': 'yes' };
    const made = await submit(ada, path, { act: 'create', ...values });
    expect(made.body).toMatch(/whsec_/);
    const list = await ada.open(path);
    expect(list.body).not.toMatch(/whsec_/);
    const [, endpointId = ''] = /webhooks\/(whe_\w+)"/.exec(list.body) ?? [];
    const { database } = flow();
    const endpoint = await database
      .selectFrom('webhook_endpoint')
      .select(['application_id', 'events'])
      .where('id', '=', endpointId)
      .executeTakeFirstOrThrow();
    expect(endpoint.events).toEqual(['rating.updated']);
    const [deliveryId = ''] = await insertDueDeliveries(database, endpoint.application_id, 1, {
      ...{ endpoint_id: endpointId, status: 'failed', status_code: 500, next_attempt_at: null },
      ...{ response_body: '<b>out of order</b>', completed_at: flow().dependencies.clock() },
    });
    const delivery = `${application}/deliveries/${deliveryId}`;
    expect((await ada.open(path)).body).toContain(`href="${delivery}"`);
    expect((await ada.open(delivery)).body).toContain('&lt;b&gt;out of order&lt;/b&gt;');
    const sent = await submit(ada, delivery, { act: 'redeliver' });
    expect(noticeOn(await ada.follow(sent))).toContain('The delivery is queued.');
    expect((await eve.open(delivery)).statusCode).toBe(404);
    const gone = await submit(ada, `${path}/${endpointId}`, { act: 'delete' });
    expect(gone.headers.location).toBe(path);
  });

  it('adds somebody who was invited by address, and removes them', async () => {
    const path = `${application}/team`;
    const dan = await openAsPerson(flow(), 'dan');
    const invited = { act: 'invite', email: 'Dan@Courtside.example', role: 'developer' };
    await submit(ada, path, invited);
    expect((await dan.open(application)).statusCode).toBe(200);
    const team = await dan.open(path);
    expect(team.body).not.toContain('value="invite"');
    expect((await submit(dan, path, { ...invited, email: 'x@y.example' })).statusCode).toBe(422);
    const [, teamMemberId = ''] =
      /value="(tea_\w+)"[^>]*>Dan@/.exec((await ada.open(path)).body) ?? [];
    await submit(ada, path, { act: 'remove', teamMemberId });
    expect((await dan.open(application)).statusCode).toBe(404);
  });

  testRows([
    ['', 'create-key'],
    ['', 'revoke'],
    ['', 'redirects'],
    ['/webhooks', 'create'],
    ['/team', 'invite'],
    ['/team', 'remove'],
  ])(
    'asks for the password again before an act that gives or removes access',
    async (part, act) => {
      const [path, name] = [`${application}${part}`, `late-${act}`];
      const browser = await openAsPerson(flow(), name);
      await submit(ada, `${application}/team`, {
        ...{ act: 'invite', email: `${name}@courtside.example`, role: 'owner' },
      });
      await browser.open(path);
      flow().advance(6 * MINUTE);
      const asked = await submit(browser, path, { act });
      expect(textOf(asked)).toContain('Confirm that it is you');
      const wrong = await browser.submit(asked, path, { password: 'guess' });
      expect([wrong.statusCode, textOf(wrong).includes('Confirm that it is you')]).toEqual([
        422,
        true,
      ]);
      expect(textOf(await browser.submit(wrong, path, { password }))).not.toContain(
        'Confirm that it is you',
      );
      await logInAgain(flow(), ada, 'acc_ada');
    },
  );
});

describe('the console of an application that waits for approval', () => {
  const flow = useConnectFlow({ environment: { PARTNER_SIGNUP: 'approval' } });

  it('says when people can be invited, and offers no form for it', async () => {
    const ada = await openAsPerson(flow(), 'ada');
    const person = { accountId: 'acc_ada', name: 'ada', email: 'ada@courtside.example' };
    const application = { clientId: 'adas-club', name: 'Club', redirectUris: [], person };
    await createPartner(flow().dependencies, application);
    const page = await ada.open('/console/applications/adas-club/team');
    expect(textOf(page)).toContain('You can invite people once the operator of this service');
    expect(page.body).not.toContain('value="invite"');
  });
});
