import type { Logger } from 'pino';
import {
  describeDemonstration,
  withTargetsOnThisMachine,
} from './console/demonstration/describe.ts';
import { readFacts } from './console/demonstration/facts.ts';
import {
  readOwnApplication,
  registerApplication,
} from './console/demonstration/register-application.ts';
import { seedDemonstration } from './console/demonstration/seed.ts';
import { releaseStaleJobs } from './console/jobs/store/jobs.ts';
import { describeError, explainStartFailure } from './console/migrate.ts';
import { listenOnSocket, type SocketListener } from './console/socket/listen-on-socket.ts';
import { textWriter } from './console/terminal.ts';
import {
  type Configuration,
  commandLines,
  readConfiguration,
  readEnvironment,
} from './platform/configuration/configuration.ts';
import { BASE_PATH, type Dependencies } from './platform/configuration/dependencies.ts';
import { describeSender } from './platform/configuration/setting-parsers.ts';
import { REQUEST_TIMEOUT_MILLISECONDS } from './platform/database/circuit-breaker.ts';
import { databaseName, EMBEDDED_REQUESTS_PER_SECOND } from './platform/database/connect.ts';
import { openDatabase } from './platform/database/migrate.ts';
import { createLogger } from './platform/http/logging.ts';
import { releaseStaleClaims } from './platform/http/store/idempotency.ts';
import { secretsKeyFile } from './platform/secrets/sealing.ts';
import { requireFreePort, startService } from './service.ts';
import { releaseStaleLeases } from './webhooks/dispatch/store/heads.ts';

const print = textWriter(process.stdout);

const printError = textWriter(process.stderr);

interface StartOptions {
  envFile?: string;
  /** The client_id and the redirect address of an application to register in the demonstration. */
  app?: string;
  redirect?: string;
}

/** Runs the service until a signal stops it. */
export async function start(options: StartOptions): Promise<void> {
  try {
    await run(options);
  } catch (error) {
    printError(explainStartFailure(error, 'The service did not start') ?? describeError(error));
    process.exitCode = 1;
  }
}

async function run(options: StartOptions): Promise<void> {
  const environment = readEnvironment(options.envFile, process.env);
  const application = readOwnApplication(options);
  const settings = readConfiguration(environment);
  const logger = createLogger(settings.logLevel);
  // First, because the service that has the port may also have the embedded database.
  await requireFreePort(settings);
  print(`Opening the database: ${databaseName(settings)}`);
  const { database, kind, connections, replicas, limitWait, close } = await openDatabase(settings, {
    timeoutMilliseconds: REQUEST_TIMEOUT_MILLISECONDS,
    isPatient: true,
    log: logger,
  });
  let stop = close;
  try {
    // Applications of earlier starts receive webhooks, too.
    const facts = await readFacts(settings.dataDirectory);
    const applications = [application, ...(facts?.ownApplications ?? [])];
    const redirectUris = applications.flatMap((known) => known?.redirectUri ?? []);
    const configuration = withTargetsOnThisMachine(settings, redirectUris);
    // One process has the embedded database at a time: whatever leased anything in it is gone.
    if (kind === 'pglite') {
      await releaseStaleClaims(database);
      await releaseStaleLeases(database);
      await releaseStaleJobs(database);
    }
    const service = await startService({
      database,
      connections,
      replicas,
      configuration,
      logger,
      prepare: async (dependencies) => {
        if (configuration.seed === 'demo') await seedDemonstration(dependencies, print);
        if (application !== null) await registerApplication(dependencies, application);
        limitWait(REQUEST_TIMEOUT_MILLISECONDS);
      },
    });
    const commands = kind === 'pglite' ? await takeCommands(service.dependencies, logger) : null;
    stop = async () => {
      // At the same time, so that both together take no longer than the service alone.
      await Promise.all([commands?.stop(), service.stop()]);
      await close();
    };
    stopOnSignal(stop);
    const { dependencies, port } = service;
    const demonstration = await describeDemonstration(dependencies);
    print(
      `${describeService(configuration, { port, publicUrl: dependencies.publicUrl })}\n${demonstration}`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Takes the operator's commands while the service runs; null if they have to wait until it stops. */
async function takeCommands(
  dependencies: Dependencies,
  logger: Logger,
): Promise<SocketListener | null> {
  try {
    return await listenOnSocket(dependencies, logger);
  } catch (error) {
    logger.warn({ err: error }, "The operator's commands need the service to be stopped.");
    return null;
  }
}

// The first signal stops the service cleanly. A second signal ends the process at once.
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      print('\nStopping: what is under way is finished first. Once more to stop at once.');
      stop().then(
        () => {
          print('Stopped.');
          process.exit();
        },
        (error: unknown) => {
          printError(describeError(error));
          process.exit(1);
        },
      );
    });
  }
}

/** The addresses of the service once it listens. */
interface ServiceAddress {
  port: number;
  publicUrl: string;
}

/** Returns the text that is printed once the service listens: addresses and important settings, without passwords. */
export function describeService(
  configuration: Configuration,
  { port, publicUrl }: ServiceAddress,
): string {
  const facts = {
    'Listens on': `${configuration.host}, port ${port}`,
    API: `${publicUrl}${BASE_PATH}`,
    Documentation: `${publicUrl}/docs/`,
    Operator: configuration.operatorName ?? 'not named on pages and in mails (OPERATOR_NAME)',
    Database: describeDatabase(configuration),
    Secrets: describeSecretsKey(configuration),
    Mail: describeMail(configuration),
    Limits: describeLimits(configuration),
    Commands: `${commandLines.operator} --help`,
  };
  const lines = Object.entries(facts).map(([name, fact]) => `  ${name.padEnd(14)} ${fact}`);
  return ['', '  Partner Rating Service', ...lines, ''].join('\n');
}

function describeDatabase(configuration: Configuration): string {
  const name = databaseName(configuration);
  if (configuration.databaseUrl !== null) return name;
  return `${name}; it carries ${EMBEDDED_REQUESTS_PER_SECOND} requests a second of everyday use (DATABASE_URL for more)`;
}

function describeSecretsKey({ secretsKeys, dataDirectory }: Configuration): string {
  if (secretsKeys !== null) return 'encrypted with SECRETS_KEY';
  return `encrypted with the key in ${secretsKeyFile(dataDirectory)}; no backup of the database contains it, so keep a copy`;
}

function describeMail({ smtpUrl, mailFrom }: Configuration): string {
  if (smtpUrl === null || mailFrom === null)
    return 'none is sent; an operator gives out the links (SMTP_URL)';
  return `by ${new URL(smtpUrl).host}, from ${describeSender(mailFrom)}`;
}

function describeLimits({ rateLimit, ingestRateLimit, redisUrl }: Configuration): string {
  const counted =
    redisUrl === null ? 'by this instance alone (REDIS_URL)' : `in ${new URL(redisUrl).host}`;
  return `requests ${amount(rateLimit)}, those that rate matches ${amount(ingestRateLimit)}; counted ${counted}`;
}

const amount = (limit: number) => (limit === 0 ? 'without limit' : `${limit} a minute`);
