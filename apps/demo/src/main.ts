import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { buildApp } from './app.ts';
import { createClub } from './club.ts';
import { readFacts } from './start/facts.ts';
import {
  availablePort,
  explainStartFailure,
  readOptions,
  redirectUriFor,
} from './start/options.ts';
import { isServiceNeeded, spawnService } from './start/service-process.ts';

// The directory in which the root's scripts run, so that demo and service use the same data also
// when this is started from its own directory.
const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const dataDirectory = process.env.DATA_DIR ? resolve(process.env.DATA_DIR) : `${workspace}.data`;

const print = (text: string) => process.stdout.write(`${text}\n`);
const warn = (text: string) => process.stderr.write(`${text}\n`);
const logService = (line: string) => print(styleText('dim', `service │ ${line}`));

const running = new AsyncDisposableStack();
let isStopping = false;
stopOnSignal();

try {
  await start();
} catch (error) {
  if (!isStopping) await end(error);
}

async function start(): Promise<void> {
  const options = readOptions(process.env);
  const port = await availablePort(options.port);
  const { service: serviceAddress } = options;
  if (await isServiceNeeded(options)) await startService(serviceAddress, port);

  const facts = await readFacts(dataDirectory);
  const redirectUri = redirectUriFor(facts.redirectUri, port);
  const club = createClub({
    facts,
    redirectUri,
    serviceAddress,
    dataDirectory,
    clock: () => new Date(),
    warn,
  });
  const app = await buildApp(club);
  running.defer(() => app.close());
  await app.listen({ host: 'localhost', port });
  const webhookWarnings = await club.registration.ensure();
  print(
    [
      '',
      ...webhookWarnings.map((warning) => `  ${warning}`),
      `  Courtside Club   ${club.address}`,
      `  Player log-in    ${facts.member.email}   ${facts.member.password}`,
      '',
      '  Open the address, connect the player, report a match, and watch the rating change. Ctrl-C stops the demo.',
      '',
    ].join('\n'),
  );
}

async function startService(serviceAddress: string, port: number): Promise<void> {
  print(`No service runs at ${serviceAddress}. Starting one.`);
  const service = spawnService({
    serviceAddress,
    dataDirectory,
    webhookTargets: [`localhost:${port}`, `127.0.0.1:${port}`],
    environment: process.env,
    log: logService,
  });
  running.defer(service.stop);
  await service.ready();
  service.ended.then(async () => {
    if (!isStopping) await end(new Error('The service stopped, so the demo stops too.'));
  });
}

async function end(error: unknown): Promise<void> {
  isStopping = true;
  warn(explainStartFailure(error) ?? (error instanceof Error ? `${error.stack}` : String(error)));
  await running.disposeAsync();
  process.exit(1);
}

// The first signal stops gracefully, the service last; a second one ends at once.
function stopOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      running.disposeAsync().then(
        () => process.exit(),
        (error: unknown) => {
          warn(String(error));
          process.exit(1);
        },
      );
    });
  }
}
