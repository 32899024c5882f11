import { PartnerRatingClient } from '@partner-rating/client';
import { expect, it, onTestFinished } from 'vitest';
import { logIn, textOf } from '../src/account/testing/account.ts';
import { buildApp } from '../src/app.ts';
import { makeAccount } from '../src/connect/login/testing/make-account.ts';
import { BrowserSession } from '../src/connect/testing/browser-session.ts';
import { createKey, revokePartnerKey } from '../src/console/actions/keys.ts';
import { setSuspension } from '../src/console/actions/partners.ts';
import { eraseMember } from '../src/privacy/erase-member.ts';
import { insertAccessToken, insertMember, usualScopes } from '../src/testing/builders.ts';
import type { PostgresCluster } from '../src/testing/postgres-cluster.ts';
import {
  connectMember,
  insertConnected,
  type ReplicatedService,
  readsDuring,
  serveWithReplicas,
  untilUsable,
} from '../src/testing/replicated-service.ts';
import { pauseReplay, useReplication } from '../src/testing/replication.ts';

const replication = useReplication({ standbys: 1 });

/** Something that somebody may read, until it is changed on the primary. */
interface Access {
  read: () => Promise<unknown>;
  change: () => Promise<unknown>;
  refusal: object;
}

async function serve() {
  const { databaseUrl, standbys } = replication();
  return await serveWithReplicas({ databaseUrl, standbys, readMaxLag: 0.1 });
}

/**
 * Expects that a read is answered by the replica, and is refused at once when access changes on the primary while the
 * replica still has what allowed it.
 */
async function expectRefusal(service: ReplicatedService, { read, change, refusal }: Access) {
  const [standby] = replication().standbys as [PostgresCluster];
  const readFromReplica = async () => {
    await untilUsable(service);
    return (await readsDuring(service, read)).replica;
  };
  await expect.poll(readFromReplica).toBeGreaterThan(0);
  const resume = await pauseReplay(standby);
  await change();
  const reads = await readsDuring(service, async () =>
    expect(await read().catch((error) => error)).toMatchObject(refusal),
  );
  await resume();
  return reads;
}

it('a player who takes back what a partner may read is obeyed at once, while the replica lags', async () => {
  const service = await serve();
  const { client, database, dependencies } = service;
  const [narrowed = '', revoked = '', hidden = '', erased = ''] = await insertConnected(service, 4);
  const connectionsOf = (memberId: string) =>
    database.updateTable('connection').where('member_id', '=', memberId);
  const changes: Access[] = [
    {
      read: () => client.members.listRatingHistory(narrowed),
      change: () => connectionsOf(narrowed).set({ scopes: usualScopes }).execute(),
      refusal: { statusCode: 403, code: 'insufficient_scope' },
    },
    {
      read: () => client.members.listRatingHistory(revoked),
      change: () => client.oauth.revoke({ player_id: revoked }),
      refusal: { statusCode: 403, code: 'not_connected' },
    },
    {
      read: () => client.members.get(hidden),
      change: async () => {
        await connectionsOf(hidden).set({ revoked_at: new Date() }).execute();
        const member = database.updateTable('member').where('id', '=', hidden);
        await member.set({ is_discoverable: false }).execute();
      },
      refusal: { statusCode: 404, code: 'not_found' },
    },
    {
      read: () => client.members.get(erased),
      change: () => eraseMember(dependencies, { memberId: erased, actor: 'operator' }),
      refusal: { statusCode: 404, code: 'not_found' },
    },
  ];
  for (const change of changes) {
    expect(await expectRefusal(service, change)).toMatchObject({ replica: 0 });
  }
});

it('a credential that has ended is refused at once, without a read on a replica', async () => {
  const service = await serve();
  const { baseUrl, client, database, dependencies, partner } = service;
  const { clientId } = partner;
  const rotated = await createKey(dependencies, { clientId });
  const { id: player } = await insertMember(database);
  const connectionId = await connectMember(service, player);
  const expiry = { expires_at: new Date(Date.now() + 3_600_000) };
  const accessToken = await insertAccessToken(database, connectionId, usualScopes, expiry);
  const clientOf = (credential: { apiKey: string } | { accessToken: string }) =>
    new PartnerRatingClient({ ...credential, baseUrl, maxRetries: 0 });
  const account = { email: 'lena@example.com', password: 'a long walk to the net' };
  await makeAccount(dependencies, { ...account, firstName: 'Lena', lastName: 'Vogt' });
  const app = await buildApp(dependencies);
  onTestFinished(() => app.close());
  const browser = new BrowserSession(app);
  await logIn(browser, account);
  const changes: Access[] = [
    {
      read: () => clientOf(rotated).members.get(player),
      change: async () => {
        await createKey(dependencies, { clientId });
        await revokePartnerKey(dependencies, rotated.keyId);
      },
      refusal: { statusCode: 401 },
    },
    {
      read: () => clientOf({ accessToken }).members.get(),
      change: () => client.oauth.revoke({ player_id: player }),
      refusal: { statusCode: 401 },
    },
    {
      read: async () => ({ page: textOf(await browser.open('/account')) }),
      change: () => database.deleteFrom('account_session').execute(),
      refusal: { page: expect.stringContaining('Log in') },
    },
    {
      read: () => client.members.get(player),
      change: () => setSuspension(dependencies, clientId, { isSuspended: true }),
      refusal: { statusCode: 403 },
    },
  ];
  for (const change of changes) {
    expect(await expectRefusal(service, change)).toEqual({ replica: 0, primary: 0 });
  }
});
