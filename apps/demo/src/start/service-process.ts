import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { programs } from '@partner-rating/processes';
import { probe } from './probe.ts';
import { StartFailure } from './start-failure.ts';

export interface ServiceProcess {
  /** Resolves once the service responds. */
  ready: () => Promise<void>;
  /** Resolves once the process has ended, for any reason. */
  ended: Promise<void>;
  stop: () => Promise<void>;
}

export interface ServiceProcessOptions {
  serviceAddress: string;
  dataDirectory: string;
  /** The hosts and ports at which this application may receive webhooks. */
  webhookTargets: string[];
  /** Receives the lines of the service: its progress, its log and its errors. */
  log: (line: string) => void;
  environment: NodeJS.ProcessEnv;
}

const POLL_MILLISECONDS = 200;

/** Starts the service as another process; the demo uses it only by HTTP. */
export function spawnService(options: ServiceProcessOptions): ServiceProcess {
  const child = spawn(process.execPath, [programs.service, 'start'], {
    env: environmentFor(options),
    stdio: ['ignore', 'pipe', 'pipe'],
    // In its own process group: only the demo receives Ctrl-C, and stops the service once.
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

// Once it listens it prints, after an empty line, how to use it on its own; here that would only hide
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
