// Runs commands on the database of the settings. Loading this takes longer than most commands take over HTTP.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Configuration,
  readConfiguration,
  readEnvironment,
} from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { DirectoryInUseError } from '../../platform/database/lock.ts';
import { type OpenedDatabase, openDatabase } from '../../platform/database/migrate.ts';
import { checkSecretsKey } from '../../platform/secrets/reseal.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { operatorCaller } from '../api/caller.ts';
import { stopJobs } from '../jobs/start-job.ts';
import { whichDatabase } from '../migrate.ts';
import { createCallerHandler } from '../serve-admin.ts';
import type { AdminClient } from './call-operation.ts';
import { findServiceClient } from './clients.ts';

/** Answers in this process. Anyone who can open the database is an administrator. */
export function clientInProcess(dependencies: Dependencies): AdminClient {
  const handle = createCallerHandler(dependencies, { isAlone: true });
  return async (request) => await handle(operatorCaller(null, 'admin'), request);
}

/** Runs something by the service that has the embedded database open, and otherwise in this process. */
export async function withDatabase(
  envFile: string | undefined,
  printError: (line: string) => void,
  run: (client: AdminClient) => Promise<void>,
): Promise<void> {
  const configuration = readConfiguration(readEnvironment(envFile, process.env));
  printError(`Database: ${whichDatabase(configuration)}`);
  const opened = await openOrFind(configuration);
  if (typeof opened === 'function') return await run(opened);
  const { database, applied, close } = opened;
  if (applied.length > 0) printError(`The schema was brought up to date: ${applied.join(', ')}.`);
  try {
    const publicUrl = configuration.publicUrl ?? `http://localhost:${configuration.port}`;
    const dependencies = { database, clock: () => new Date(), configuration, publicUrl };
    const client = clientInProcess(dependencies);
    await run(async (request) => {
      await requireKey(dependencies, request);
      return await client(request);
    });
  } finally {
    await stopJobs(database);
    await close();
  }
}

// Nobody could read what a command encrypts with a key that is not the service's. Changing the key checks it itself.
async function requireKey(
  { database, configuration }: Dependencies,
  { method, url }: Request,
): Promise<void> {
  if (method === 'GET' || new URL(url).pathname.endsWith('/secrets/reseals')) return;
  // The embedded database and its key are in one folder, and the first command may create both.
  const creates = configuration.databaseUrl === null;
  await checkSecretsKey(database, createSecretSealing(configuration, { creates }));
}

// Enough for a service to start, or for another command to end.
const WAIT_MILLISECONDS = 5_000;

const RETRY_MILLISECONDS = 100;

/**
 * Opens the database, or finds the service that has it open.
 * @throws DirectoryInUseError if that process accepts no commands and does not end.
 */
async function openOrFind(configuration: Configuration): Promise<OpenedDatabase | AdminClient> {
  const deadline = performance.now() + WAIT_MILLISECONDS;
  // Only one process at a time has the embedded database open, so nobody else uses its schema.
  const isBesideOthers = configuration.databaseUrl !== null;
  for (;;) {
    try {
      return await openDatabase(configuration, { isBesideOthers });
    } catch (error) {
      if (!(error instanceof DirectoryInUseError)) throw error;
      const client = await findServiceClient(configuration.dataDirectory);
      if (client !== null) return client;
      if (performance.now() > deadline) throw error;
      await sleep(RETRY_MILLISECONDS);
    }
  }
}
