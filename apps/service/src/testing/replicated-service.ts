// Starts a service that reads from streaming replicas.

import { PartnerRatingClient } from '@partner-rating/client';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../platform/database/migrate.ts';
import type { ReadCounts } from '../platform/database/replicas/read-pool.ts';
import type { Replicas } from '../platform/database/replicas/replicas.ts';
import type { Database } from '../platform/database/schema.ts';
import { insertConnection, insertMember, usualScopes } from './builders.ts';
import type { PostgresCluster } from './postgres-cluster.ts';
import { databaseOn } from './replication.ts';
import { startTestService, type TestService } from './test-service.ts';

export interface ReplicatedService extends TestService {
  database: Database;
  replicas: Replicas;
  client: PartnerRatingClient;
  /** What the instance has logged so far. */
  log: readonly string[];
}

interface ReplicatedServiceOptions {
  /** The address of the database on the primary. */
  databaseUrl: string;
  standbys: readonly PostgresCluster[];
  environment?: Record<string, string>;
  /** Seconds by which a standby may lag. */
  readMaxLag?: number;
  /** An instance over the same database, whose partner to use. */
  next?: ReplicatedService;
}

/** Returns the address on a standby of a database that the primary has. */
export function onStandby(standby: PostgresCluster, databaseUrl: string): string {
  return databaseOn(standby, new URL(databaseUrl).pathname.slice(1));
}

/** Starts an instance, and waits until it reads from all standbys. It stops after the test. */
export async function serveWithReplicas({
  databaseUrl,
  standbys,
  environment,
  readMaxLag = 0.5,
  next,
}: ReplicatedServiceOptions): Promise<ReplicatedService> {
  const log: string[] = [];
  const write = (line: string) => void log.push(JSON.parse(line).msg);
  const readDatabaseUrls = standbys.map((standby) => onStandby(standby, databaseUrl));
  const { database, replicas, close } = await openDatabase(
    { databaseUrl, dataDirectory: '', readDatabaseUrls, readMaxLag },
    { log: pino({ level: 'info' }, { write }) },
  );
  onTestFinished(close);
  if (replicas === null) throw new Error('The database has replicas.');
  const limits = { RATE_LIMIT: '0', NETWORK_RATE_LIMIT: '0', INGEST_RATE_LIMIT: '0' };
  const service = await startTestService({
    database,
    replicas,
    environment: { ...limits, ...environment },
    partner: next?.partner,
  });
  await untilUsable({ replicas });
  const { baseUrl, partner } = service;
  // It does not send a failed request again.
  const client = new PartnerRatingClient({ apiKey: partner.apiKey, baseUrl, maxRetries: 0 });
  return { ...service, database, replicas, client, log };
}

/** Waits until the instance reads from all its standbys. */
export async function untilUsable({
  replicas,
}: Pick<ReplicatedService, 'replicas'>): Promise<void> {
  const usable = async () => {
    await replicas.check();
    return countUsable(replicas);
  };
  await expect.poll(usable).toBe(replicas.statuses().length);
}

export function countUsable({ statuses }: Pick<Replicas, 'statuses'>): number {
  return statuses().filter(({ isUsable }) => isUsable).length;
}

/** Returns the reads that work has caused, by the server that answered. */
export async function readsDuring(
  { replicas }: ReplicatedService,
  work: () => Promise<unknown>,
): Promise<ReadCounts> {
  const before = { ...replicas.counts() };
  await work();
  const after = replicas.counts();
  return { replica: after.replica - before.replica, primary: after.primary - before.primary };
}

/** Inserts members who are connected to the partner. Returns their ids. */
export async function insertConnected(
  service: ReplicatedService,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await insertMember(service.database);
    await connectMember(service, id);
    ids.push(id);
  }
  return ids;
}

/** Connects a member to the partner. Returns the id of the connection. */
export async function connectMember(service: ReplicatedService, memberId: string): Promise<string> {
  const scopes = [...usualScopes, 'user:rating:history'];
  return await insertConnection(service.database, await applicationOf(service), memberId, scopes);
}

/** Returns the id of the partner's application. */
export async function applicationOf({ database, partner }: ReplicatedService): Promise<string> {
  const { id } = await database
    .selectFrom('application')
    .select('id')
    .where('client_id', '=', partner.clientId)
    .executeTakeFirstOrThrow();
  return id;
}
