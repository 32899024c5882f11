import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { programs } from '@partner-rating/processes';
import { type Options, StartFailure } from './options.ts';

/** Returns whether a service must be started, because none runs and the user named none. */
export async function isServiceNeeded({ service, isServiceGiven }: Options): Promise<boolean> {
  const found = await probe(service);
  if (found === 'service') return false;
  const { origin } = new URL(service);
  if (found === 'other') {
    throw new StartFailure(
      `Another program runs at ${origin}; it is not the service. Stop it, choose another port ` +
        'with PORT, or give the address of the service with --service.',
    );
  }
  if (!isServiceGiven) return true;
  throw new StartFailure(
    `No service runs at ${service}. Start it, correct the address, or leave --service out to ` +
      'have one started.',
  );
}

/** What responds at the address of a service. */
export type Probe = 'service' | 'nothing' | 'other';

const DEFAULT_TIMEOUT_MILLISECONDS = 5_000;

const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
];

export async function probe(
  serviceAddress: string,
  timeoutMilliseconds = DEFAULT_TIMEOUT_MILLISECONDS,
): Promise<Probe> {
  const healthz = serviceAddress.replace(/\/api\/v1$/, '/healthz');
  try {
    const response = await fetch(healthz, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    const body = (await response.json()) as { status?: unknown };
    return response.ok && body.status === 'ok' ? 'service' : 'other';
  } catch (error) {
    // A server that accepts the connection but hangs, or does not send JSON, is not the service.
    return unreachable.includes(codeOf(error)) ? 'nothing' : 'other';
  }
}

// The reason for a failed fetch is in the cause of its error.
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? '';
}

interface ServiceProcess {
  /** Resolves once the service responds. */
  ready: () => Promise<void>;
  /** Resolves once the process has ended, for any reason. */
  ended: Promise<void>;
  stop: () => Promise<void>;
}

interface ServiceProcessOptions {
  serviceAddress: string;
  dataDirectory: string;
  /** The hosts and ports at which this application may receive webhooks. */
  webhookTargets: string[];
  /** Receives the lines of the service: its progress, its log and its errors. */
  log: (line: string) => void;
  environment: NodeJS.ProcessEnv;
}

const POLL_MILLISECONDS = 200;

/** Starts the service as a separate process. The demo uses it only through HTTP. */
export function spawnService(options: ServiceProcessOptions): ServiceProcess {
  const child = spawn(process.execPath, [programs.service, 'start'], {
    env: environmentFor(options),
    stdio: ['ignore', 'pipe', 'pipe'],
    // The service has its own process group, so that only the demo receives Ctrl-C, and stops the service once.
    detached: true,
  });
  createInterface(child.stdout).on('line', onlyProgressAndLog(options.log));
  createInterface(child.stderr).on('line', options.log);
  const stopWithDemo = () => child.kill('SIGTERM');
  process.once('exit', stopWithDemo);
  const ended = once(child, 'close').then(() => {
    process.off('exit', stopWithDemo);
  });

  return {
    ended,
    ready: () => waitUntilReady(child, options.serviceAddress),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

// When the service listens, it prints an empty line and then how to use it without the demo. Here, this would hide
// the output of the demo. Each line of its log is a JSON object.
function onlyProgressAndLog(log: (line: string) => void): (line: string) => void {
  let isListening = false;
  return (line) => {
    isListening ||= line === '';
    if (!isListening || line.startsWith('{')) log(line);
  };
}

function environmentFor(options: ServiceProcessOptions): NodeJS.ProcessEnv {
  const { environment, serviceAddress, webhookTargets } = options;
  const targets = [environment.WEBHOOK_PRIVATE_TARGETS, ...webhookTargets].filter(Boolean);
  return {
    LOG_LEVEL: 'warn',
    ...environment,
    PORT: new URL(serviceAddress).port,
    DATA_DIR: options.dataDirectory,
    WEBHOOK_PRIVATE_TARGETS: targets.join(','),
  };
}

async function waitUntilReady(child: ChildProcess, serviceAddress: string): Promise<void> {
  while ((await probe(serviceAddress)) !== 'service') {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new StartFailure('The service ended before it was ready; the reason is above.');
    }
    await wait(POLL_MILLISECONDS);
  }
}
