import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { insertAccount } from '../../connect/login/store/accounts.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database } from '../../platform/database/schema.ts';
import { findCallerByClient } from '../../platform/http/caller.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createKey, revokePartnerKey } from '../actions/keys.ts';
import { createPartner } from '../actions/partners.ts';
import { findApplication, listKeys } from '../store/applications.ts';
import { listTeam } from '../store/teams.ts';
import { describeDemonstration } from './describe.ts';
import { type DemonstrationFacts, partner, partnerPerson, readFacts, writeFacts } from './facts.ts';
import { readOwnApplication, registerApplication } from './register-application.ts';
import { recordSeedEnd, recordSeedStart } from './store/demonstration.ts';

const now = new Date('2026-11-20T12:00:00Z');

const redirectUri = 'http://localhost:8080/callback';

const mike = { id: 'mem_1', memberId: 10_482, name: 'Mike Brennan' };

const logIn = { ...mike, email: 'mike.brennan@example.com', password: 'a long walk' };

describe('a registered application in the demonstration', () => {
  let directory: string;
  let mine: Awaited<ReturnType<typeof openTestDatabase>>;
  let dependencies: Dependencies;
  let count = 0;
  let clientId: string;

  // The mark and the facts of the demonstration, without its players: filling takes longer than all tests.
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'partner-rating-own-'));
    mine = await openTestDatabase('pglite');
    const { database } = mine;
    dependencies = dependenciesOver(database, directory);
    await database.transaction().execute(async (transaction) => {
      await recordSeedStart(transaction, now);
      await recordSeedEnd(transaction, now);
      await insertAccount(transaction, {
        ...{ id: 'acc_robin', role: 'partner', ...partnerPerson, password_hash: 'none' },
        ...{ created_at: now, password_changed_at: now, email_proven_at: now },
      });
    });
    await createPartner(dependencies, { ...partner, redirectUris: [partner.redirectUri] });
    const { apiKey } = await createKey(dependencies, { clientId: partner.clientId });
    await writeFacts(directory, { ...demonstration, apiKey });
  });
  afterAll(async () => {
    await mine.close();
    await rm(directory, { recursive: true });
  });
  beforeEach(() => {
    count += 1;
    clientId = `my-club-${count}`;
  });

  const register = async (changes = {}) =>
    await registerApplication(dependencies, { clientId, redirectUri, ...changes });
  const ownFacts = async () => {
    const facts = await readFacts(directory);
    return facts?.ownApplications.filter((own) => own.clientId === clientId) ?? [];
  };
  const isLive = async (apiKey = '') => {
    const client = { clientId, clientSecret: apiKey };
    return (await findCallerByClient(dependencies.database, client, now)) !== null;
  };
  const redirects = async () =>
    (await findApplication(dependencies.database, clientId))?.redirect_uris;

  it('is registered with a working key, which is in the facts', async () => {
    await register();
    const [own] = await ownFacts();
    expect(own).toMatchObject({ clientId, redirectUri });
    expect(await isLive(own?.apiKey)).toBe(true);
    expect(await findApplication(dependencies.database, clientId)).toMatchObject({
      name: `My Club ${count}`,
    });
  });

  it('stays the same after the second start', async () => {
    await register();
    const before = await readFile(join(directory, 'demo.json'), 'utf8');
    await register();
    expect(await readFile(join(directory, 'demo.json'), 'utf8')).toBe(before);
    expect(await redirects()).toEqual([redirectUri]);
  });

  it('gets a second redirect address, and keeps its key', async () => {
    await register();
    const [before] = await ownFacts();
    const another = 'http://localhost:5173/callback';
    await register({ redirectUri: another });
    expect(await redirects()).toEqual([redirectUri, another]);
    expect(await ownFacts()).toEqual([{ ...before, redirectUri: another }]);
  });

  it('stays next to other applications', async () => {
    await register();
    const first = clientId;
    await register({ clientId: `${first}-too` });
    const facts = await readFacts(directory);
    expect(facts?.ownApplications.map((own) => own.clientId)).toEqual(
      expect.arrayContaining([first, `${first}-too`]),
    );
  });

  it('has a working key if the process ended before the key was stored', async () => {
    await createPartner(dependencies, { clientId, name: 'Mine', redirectUris: [redirectUri] });
    await register();
    const [own] = await ownFacts();
    expect(await isLive(own?.apiKey)).toBe(true);
  });

  it('has a working key if the process ended after the facts named a key that was not stored', async () => {
    const facts = await readFacts(directory);
    if (facts === null) throw new Error('There are no facts.');
    const ownApplications = [{ clientId, apiKey: 'prk_never_stored', redirectUri }];
    await writeFacts(directory, { ...facts, ownApplications });
    await register();
    const [own] = await ownFacts();
    expect(own?.apiKey).not.toBe('prk_never_stored');
    expect(await isLive(own?.apiKey)).toBe(true);
  });

  it('is printed with its key, its addresses, the log-ins, and commands to paste', async () => {
    await register();
    const page = await describeDemonstration(dependencies);
    const [own] = await ownFacts();
    expect(page).toContain(`client_id      ${clientId}`);
    expect(page).toContain(`'X-API-Key: ${own?.apiKey}'`);
    expect(page).toContain(`"redirect_uri":"${redirectUri}"`);
    expect(page).toContain(`http://localhost:3001/players/greta`);
    expect(page).toContain('each with the password a long walk');
    expect(page).toMatch(/mike\.brennan@example\.com +Mike Brennan: plays/);
    expect(page).toContain('http://localhost:8080/webhooks');
  });

  it('is printed without its key if the key is revoked', async () => {
    await register();
    const [own] = await ownFacts();
    const application = await findApplication(dependencies.database, clientId);
    const [key] = await listKeys(dependencies.database, application?.id ?? '');
    await revokePartnerKey(dependencies, key?.keyId ?? '');
    const page = await describeDemonstration(dependencies);
    expect(page).not.toContain(own?.apiKey);
    expect(page).toContain(
      `revoked; create a key at the console, or start with --app ${clientId} again`,
    );
  });

  it('is at the console of the person of the demonstration, unless it has a team', async () => {
    await register();
    const team = async () => {
      const { id = '' } = (await findApplication(dependencies.database, clientId)) ?? {};
      return await listTeam(dependencies.database, id);
    };
    const [owner, ...others] = await team();
    expect(owner).toMatchObject({ accountId: 'acc_robin', role: 'owner' });
    expect(others).toEqual([]);
    await register();
    expect(await team()).toEqual([owner]);
  });

  it('is refused in the database of an operator, and nothing is stored', async () => {
    const { database, close } = await openTestDatabase('pglite');
    onTestFinished(close);
    const other = dependenciesOver(database, directory);
    await createPartner(other, { clientId, name: 'Somebody', redirectUris: [redirectUri] });
    const registering = registerApplication(other, { clientId, redirectUri: `${redirectUri}/2` });
    await expect(registering).rejects.toThrow(/this database holds none\..+partner create my-club/);
    expect(await findApplication(other.database, clientId)).toMatchObject({
      redirect_uris: [redirectUri],
    });
  });
});

describe('--app and --redirect', () => {
  const app = 'my-club';
  it('may both be left out', () => {
    expect(readOwnApplication({})).toBeNull();
    expect(readOwnApplication({ app, redirect: redirectUri })).toEqual({
      clientId: app,
      redirectUri,
    });
  });

  it.each([
    ['only one of both', { app }, /Give both: .+--app my-club --redirect http/],
    ['no client_id', { app: 'My Club', redirect: redirectUri }, /lower-case letters/],
    ['an incomplete URL', { app, redirect: 'localhost:8080/callback' }, /own scheme/],
    ['plain http elsewhere', { app, redirect: 'http://club.example/callback' }, /uses https/],
    ['the demonstration’s own', { app: 'courtside-club', redirect: redirectUri }, /Choose another/],
  ])('are refused with a sentence: %s', (_, options, sentence) => {
    expect(() => readOwnApplication(options)).toThrow(sentence);
  });
});

const demonstration: DemonstrationFacts = {
  baseUrl: 'http://localhost:3001/api/v1',
  apiKey: '',
  clientId: partner.clientId,
  redirectUri: partner.redirectUri,
  otherApplication: { apiKey: 'prk_other', clientId: 'rally-league' },
  member: logIn,
  logIns: [{ ...logIn, about: 'plays', sharedPage: '/players/greta' }],
  otherMembers: [],
  person: null,
  ownApplications: [],
};

function dependenciesOver(database: Database, dataDirectory: string): Dependencies {
  return {
    database,
    clock: () => now,
    configuration: readConfiguration({
      DATA_DIR: dataDirectory,
      WEBHOOK_PRIVATE_TARGETS: 'localhost:8080',
    }),
    publicUrl: 'http://localhost:3001',
  };
}
