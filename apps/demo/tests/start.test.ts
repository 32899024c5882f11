import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@partner-rating/processes';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { probe } from '../src/start/probe.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

interface Started {
  process: ChildProcess;
  /** What it printed until it was ready, or until it ended. */
  output: string;
  exitCode: number | null;
}

describe('starting the demo', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'partner-rating-demo-start-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
  });

  async function start(
    parameters: string[],
    environment: Record<string, string> = {},
  ): Promise<Started> {
    const child = spawn(process.execPath, [main, '--port', '0', ...parameters], {
      env: { ...process.env, DATA_DIR: directory, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(async () => {
      if (child.exitCode === null) await stop(child);
    });
    let output = '';
    const ready = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Ctrl-C stops it')) ready.resolve();
      });
    }
    await Promise.race([ready.promise, once(child, 'close')]);
    return { process: child, output, exitCode: child.exitCode };
  }

  async function stop(child: ChildProcess): Promise<number | null> {
    const ended = once(child, 'close');
    child.kill('SIGINT');
    await ended;
    return child.exitCode;
  }

  const addressIn = (output: string) => /Courtside Club +(http:\S+)/.exec(output)?.[1] ?? '';
  const pageOf = async (output: string) => await (await fetch(addressIn(output))).text();

  it('starts a service where none runs, allowed to send webhooks here, and stops it again', async () => {
    const servicePort = String(await freePort('localhost'));
    const service = `http://localhost:${servicePort}/api/v1`;
    const first = await start([], { PORT: servicePort });
    expect(first.output).toContain('so one is started');
    expect(first.output).toMatch(/service │ .*club nights rated/);
    expect(await pageOf(first.output)).toContain('Connect your rating');
    expect(await pageOf(first.output)).not.toContain('cannot be received');
    expect(await stop(first.process)).toBe(0);
    expect(await probe(service)).toBe('nothing');

    // The data and the secret of the webhooks persist.
    const second = await start([], { PORT: servicePort });
    expect(second.output).not.toContain('club nights rated');
    expect(await pageOf(second.output)).not.toContain('cannot be received');
    expect(await stop(second.process)).toBe(0);
  });

  it('uses a service that runs, leaves it running, and says how to allow webhooks', async () => {
    const service = inject('serviceAddress');
    const parameters = ['--service', service];
    const { output, process } = await start(parameters, { DATA_DIR: inject('dataDirectory') });
    const { host } = new URL(addressIn(output));
    expect(output).toContain(`WEBHOOK_PRIVATE_TARGETS=${host}`);
    expect(await pageOf(output)).toContain(`WEBHOOK_PRIVATE_TARGETS=${host}`);
    expect(await stop(process)).toBe(0);
    expect(await probe(service)).toBe('service');
  });

  // The other refusals are tested where they are decided, without a process each.
  it('refuses with a sentence, and starts nothing', async () => {
    const { exitCode, output } = await start(['--service', 'localhost:3001']);
    expect(exitCode).toBe(1);
    expect(output).toContain('such as http://localhost:3001/api/v1');
  });

  it('passes on why a service cannot start', async () => {
    const servicePort = String(await freePort('localhost'));
    const { exitCode, output } = await start([], { PORT: servicePort, RATE_LIMIT: 'many' });
    expect(exitCode).toBe(1);
    expect(output).toContain('RATE_LIMIT must be a whole number');
    expect(output).toContain('the reason is above');
    expect(output).not.toContain('    at ');
  });
});
