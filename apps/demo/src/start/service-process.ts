import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { programs } from '@partner-rating/processes';
import { probe } from './probe.ts';
import { StartFailure } from './start-failure.ts';

export interface ServiceProcess {
  /** Fulfilled once the service answers. */
  ready: () => Promise<void>;
  /** Fulfilled once the process is gone, by whatever cause. */
  ended: Promise<void>;
  stop: () => Promise<void>;
}

export interface ServiceProcessOptions {
  serviceAddress: string;
  dataDirectory: string;
  /** The hosts and ports at which this application may receive webhooks. */
  webhookTargets: string[];
  /** Given the lines the service says on its way, of its log, and of what fails. */
  say: (line: string) => void;
  environment: NodeJS.ProcessEnv;
}

const POLL_MILLISECONDS = 200;

/** Starts the service that this demo is a partner of: another program, spoken to by HTTP alone. */
export function spawnService(options: ServiceProcessOptions): ServiceProcess {
  const child = spawn(process.execPath, [programs.service], {
    env: environmentFor(options),
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a process group of its own: Ctrl-C reaches the demo alone, which stops the service once.
    detached: true,
  });
  createInterface(child.stdout).on('line', onlyProgressAndLog(options.say));
  createInterface(child.stderr).on('line', options.say);
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

// Once it listens it says, after an empty line, how to use it on its own; here that would only hide
// what the demo says. Each line of its log is an object.
function onlyProgressAndLog(say: (line: string) => void): (line: string) => void {
  let listens = false;
  return (line) => {
    listens ||= line === '';
    if (!listens || line.startsWith('{')) say(line);
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
  while ((await probe(serviceAddress)) !== 'the service') {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new StartFailure('The service ended before it was ready; it said why above.');
    }
    await wait(POLL_MILLISECONDS);
  }
}
