import type { Logger } from 'pino';
import { type CommandListener, listenForCommands } from './admin/socket/listen-for-commands.ts';
import { OperatorError } from './admin/terminal/operator-error.ts';
import { textWriter, type WithDependencies } from './admin/terminal/terminal.ts';
import { describeDemonstration } from './demonstration/describe.ts';
import { readOwnApplication } from './demonstration/own-application.ts';
import { registerApplication } from './demonstration/register-application.ts';
import { seedDemonstration } from './demonstration/seed.ts';
import { withTargetsOnThisMachine } from './demonstration/webhook-target.ts';
import { describeService } from './describe-service.ts';
import { readConfiguration } from './platform/configuration/configuration.ts';
import type { Dependencies } from './platform/configuration/dependencies.ts';
import { readEnvironment } from './platform/configuration/env-file.ts';
import { REQUEST_TIMEOUT_MILLISECONDS } from './platform/database/circuit-breaker.ts';
import { databaseName } from './platform/database/database-name.ts';
import { openDatabase } from './platform/database/open.ts';
import { createLogger } from './platform/http/logging.ts';
import { releaseStaleClaims } from './platform/http/store/idempotency.ts';
import { runOperatorCommand } from './run-operator-command.ts';
import { startService } from './service.ts';
import { describeFault, explainStartFailure } from './start-failure.ts';
import { version } from './version.ts';
import { releaseStaleLeases } from './webhooks/dispatch/store/queue.ts';

const print = textWriter(process.stdout);
const printError = textWriter(process.stderr);

export interface StartOptions {
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
    printError(explainStartFailure(error, 'The service did not start') ?? describeFault(error));
    process.exitCode = 1;
  }
}

async function run(options: StartOptions): Promise<void> {
  const environment = readEnvironment(options.envFile, process.env);
  const application = readOwnApplication(options);
  const configuration = withTargetsOnThisMachine(
    readConfiguration(environment),
    application === null ? [] : [application.redirectUri],
  );
  const logger = createLogger(configuration.logLevel);
  print(`Opening the database: ${databaseName(configuration)}`);
  const { database, kind, connections, limitWait, close } = await openDatabase(configuration, {
    timeoutMilliseconds: REQUEST_TIMEOUT_MILLISECONDS,
    isPatient: true,
    log: logger,
  });
  let stop = close;
  try {
    // One process has the embedded database at a time: whatever leased anything in it is gone.
    if (kind === 'pglite') {
      await releaseStaleClaims(database);
      await releaseStaleLeases(database);
    }
    const service = await startService({
      database,
      connections,
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

/** Takes the operator's commands beside the service; null where they have to wait until it stops. */
async function takeCommands(
  dependencies: Dependencies,
  logger: Logger,
): Promise<CommandListener | null> {
  const { dataDirectory } = dependencies.configuration;
  const withDependencies: WithDependencies = async (run, { isAlone = false } = {}) => {
    if (isAlone) throw new OperatorError('Stop the service first, and give the command again.');
    await run(dependencies);
  };
  try {
    return await listenForCommands({ dataDirectory, version }, (words, terminal) =>
      runOperatorCommand(words, terminal, () => withDependencies),
    );
  } catch (error) {
    logger.warn({ err: error }, "The operator's commands need the service to be stopped.");
    return null;
  }
}

// The first signal stops cleanly; a second one says that waiting is over.
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
          printError(describeFault(error));
          process.exit(1);
        },
      );
    });
  }
}
