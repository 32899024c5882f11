import { describeDemonstration } from './demonstration/describe.ts';
import { seedDemonstration } from './demonstration/seed.ts';
import { withListeningCommand } from './demonstration/webhook-target.ts';
import { helpText } from './help.ts';
import { readConfiguration } from './platform/configuration/configuration.ts';
import { REQUEST_TIMEOUT_MILLISECONDS } from './platform/database/circuit-breaker.ts';
import { openDatabase } from './platform/database/open.ts';
import { createLogger } from './platform/http/logging.ts';
import { releaseStaleClaims } from './platform/http/store/idempotency.ts';
import { startService } from './service.ts';
import { explainStartFailure } from './start-failure.ts';
import { releaseStaleLeases } from './webhooks/dispatch/store/queue.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

if (process.argv.includes('--help')) {
  print(helpText());
} else {
  try {
    await run();
  } catch (error) {
    process.stderr.write(
      `${explainStartFailure(error, 'The service did not start') ?? describeFault(error)}\n`,
    );
    process.exitCode = 1;
  }
}

async function run(): Promise<void> {
  const configuration = withListeningCommand(readConfiguration(process.env));
  const logger = createLogger(configuration.logLevel);
  const { database, kind, close } = await openDatabase(configuration, {
    timeoutMilliseconds: REQUEST_TIMEOUT_MILLISECONDS,
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
      configuration,
      logger,
      prepare: async (dependencies) => {
        if (configuration.seed === 'demo') await seedDemonstration(dependencies, print);
      },
    });
    stop = async () => {
      await service.stop();
      await close();
    };
    stopOnSignal(stop);
    print(await describeDemonstration(service.dependencies));
  } catch (error) {
    await stop();
    throw error;
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
          process.stderr.write(`${describeFault(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}

function describeFault(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
