import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../account/register.ts';
import { createKey } from '../console/actions/keys.ts';
import { createPartner } from '../console/actions/partners.ts';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import { openPostgres } from '../platform/database/connect.ts';
import type { Database } from '../platform/database/schema.ts';
import { insertConnection, usualScopes } from './builders.ts';
import { startRedisServer } from './redis-server.ts';
import { serviceProcess } from './service-process.ts';
import { createEmptyPostgres } from './test-database.ts';
import { openWebhookReceiver } from './webhook-receiver.ts';

export const CLIENT_ID = 'courtside-club';
export const REDIRECT_URI = 'https://courtside.example/callback';
/** The password of every player. */
export const PASSWORD = 'a long walk to the net';

export type TwoInstances = Awaited<ReturnType<typeof startTwoInstances>>;

/**
 * Starts two processes like an operator behind a load balancer: one PostgreSQL, one Redis. Both
 * start at the same time, over an empty database.
 */
export async function startTwoInstances() {
  const [receiver, redis, url, directory] = await Promise.all([
    openWebhookReceiver(),
    startRedisServer(),
    createEmptyPostgres(),
    mkdtemp(join(tmpdir(), 'partner-rating-two-instances-')),
  ]);
  const environment = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_PRIVATE_TARGETS: receiver.target,
    TRUSTED_PROXIES: '127.0.0.1',
    VALIDATE_RESPONSES: 'true',
  };
  const connected = openPostgres(url);
  const one = await serviceProcess({ ...environment, DATA_DIR: join(directory, 'one') });
  const other = await serviceProcess({ ...environment, DATA_DIR: join(directory, 'other') });
  const stop = async (): Promise<void> => {
    await Promise.all([one.stop(), other.stop()]);
    await Promise.all([connected.close(), redis.stop(), receiver.close()]);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await Promise.all([one.start(), other.start()]);
    const { database } = connected;
    const fixtures = await createFixtures(database);
    return { one, other, database, receiver, redis, fixtures, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a partner and four players. All but the first have connected to it. */
async function createFixtures(database: Database) {
  const dependencies = {
    database,
    clock: () => new Date(),
    configuration: readConfiguration({}),
    publicUrl: 'http://localhost:3001',
  };
  const { applicationId } = await createPartner(dependencies, {
    clientId: CLIENT_ID,
    name: 'Courtside Club',
    redirectUris: [REDIRECT_URI],
  });
  const players = await Promise.all(
    ['Mike', 'Priya', 'Daniel', 'Sofia'].map(async (firstName) => {
      const email = `${firstName.toLowerCase()}@example.com`;
      const account = { firstName, lastName: 'Brennan', email, password: PASSWORD };
      const { memberId } = await createAccount(dependencies, { ...account, isDiscoverable: true });
      return { id: memberId, email };
    }),
  );
  const [mike, priya, daniel, sofia] = players;
  if (!mike || !priya || !daniel || !sofia) throw new Error('There are four players.');
  for (const { id } of [priya, daniel, sofia]) {
    await insertConnection(database, applicationId, id, [...usualScopes, 'user:rating:history']);
  }
  const keyOf = async (clientId: string) => (await createKey(dependencies, { clientId })).apiKey;
  let partners = 1;
  /** Creates the key of a partner who has sent nothing, because limits apply to all keys of a partner together. */
  const keyOfNewPartner = async (): Promise<string> => {
    partners += 1;
    const clientId = `${CLIENT_ID}-${partners}`;
    const redirectUris = [REDIRECT_URI];
    await createPartner(dependencies, { clientId, name: clientId, redirectUris });
    return await keyOf(clientId);
  };
  return { mike, priya, daniel, sofia, keyOfNewPartner, apiKey: await keyOf(CLIENT_ID) };
}
