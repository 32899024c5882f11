import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createKey, DEFAULT_KEY_SCOPES } from '../console/actions/keys.ts';
import { createPartner } from '../console/actions/partners.ts';
import { readFacts } from '../console/demonstration/facts.ts';
import { seedDemonstration } from '../console/demonstration/seed.ts';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import { baseAddress, type Dependencies } from '../platform/configuration/dependencies.ts';
import type { Replicas } from '../platform/database/replicas/replicas.ts';
import type { Database } from '../platform/database/schema.ts';
import { startService } from '../service.ts';
import { type DatabaseKind, openTestDatabase } from './test-database.ts';

export interface TestService {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  dependencies: Dependencies;
  /** A partner application with a key that has the default scopes and may import. */
  partner: { clientId: string; apiKey: string; redirectUri: string };
}

export interface TestServiceOptions {
  database: Database;
  /** None by default. */
  replicas?: Replicas | null;
  clock?: () => Date;
  /** Environment variables that differ from the defaults. */
  environment?: Record<string, string>;
  /** Whether it contains the demonstration. Then the partner is the demonstration's first one. */
  isDemonstration?: boolean;
  /** The partner, if another instance over the database has created it. */
  partner?: TestService['partner'] | undefined;
  /** Logs nothing by default. */
  logger?: Logger;
}

/** The same for all, because instances over one database need the same key. */
export const testSecretsKey = Buffer.alloc(32, 7).toString('base64');

const partner = {
  clientId: 'courtside-club',
  name: 'Courtside Club',
  redirectUri: 'https://courtside.example/callback',
};

/**
 * Starts the whole service on its own port over the given database, and checks its responses against the
 * contract. It stops after the test.
 */
export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const { stop, ...service } = await openTestService(options);
  onTestFinished(stop);
  return service;
}

/** Starts the service for a suite. The caller stops it. */
export async function openTestService(
  options: TestServiceOptions,
): Promise<TestService & { stop: () => Promise<void> }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-service-'));
  const { dependencies, stop } = await startService({
    database: options.database,
    replicas: options.replicas ?? null,
    configuration: readConfiguration({
      PORT: '0',
      SEED: 'none',
      DATA_DIR: dataDirectory,
      SECRETS_KEY: testSecretsKey,
      VALIDATE_RESPONSES: 'true',
      ...options.environment,
    }),
    logger: options.logger ?? pino({ level: 'silent' }),
    ...(options.clock !== undefined && { clock: options.clock }),
  });
  return {
    baseUrl: baseAddress(dependencies),
    dependencies,
    partner:
      options.partner ??
      (await (options.isDemonstration ? seededPartner : newPartner)(dependencies)),
    stop: async () => {
      await stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

export type SharedTestService = Awaited<ReturnType<typeof openSharedService>>;

/** Starts the service for a suite, with its own database, which is removed when the service stops. */
export async function openSharedService(
  kind: DatabaseKind,
  options: Omit<TestServiceOptions, 'database'>,
) {
  const { database, close } = await openTestDatabase(kind);
  const { stop, ...service } = await openTestService({ ...options, database });
  return { ...service, database, stop: () => stop().then(close) };
}

async function newPartner(dependencies: Dependencies): Promise<TestService['partner']> {
  const { clientId, name, redirectUri } = partner;
  await createPartner(dependencies, { clientId, name, redirectUris: [redirectUri] });
  const scopes = [...DEFAULT_KEY_SCOPES, 'key:tournament:import'];
  const { apiKey } = await createKey(dependencies, { clientId, scopes });
  return { clientId, apiKey, redirectUri };
}

async function seededPartner(dependencies: Dependencies): Promise<TestService['partner']> {
  await seedDemonstration(dependencies, () => undefined);
  const facts = await readFacts(dependencies.configuration.dataDirectory);
  if (facts === null) throw new Error('The database was not empty, so it was not seeded.');
  return facts;
}
