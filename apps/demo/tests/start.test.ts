import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

  it('says so when its port is in use, before it starts a service', async () => {
    const port = new URL(inject('serviceAddress')).port;
    const { exitCode, output } = await start(['--port', port]);
    expect(exitCode).toBe(1);
    expect(output).toBe(
      `Port ${port} is in use, perhaps by another demo. Stop that, or choose another port with --port.\n`,
    );
  });

  it('says so when the service given does not respond', async () => {
    const service = `http://localhost:${await freePort('localhost')}/api/v1`;
    const { exitCode, output } = await start(['--service', service]);
    expect(exitCode).toBe(1);
    expect(output).toContain(`No service runs at ${service}.`);
  });

  it('says so when something else is at the address', async () => {
    const other = createServer((_request, response) => response.end('Hello')).listen(
      0,
      'localhost',
    );
    onTestFinished(() => {
      other.close();
    });
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { exitCode, output } = await start([], { PORT: String(port) });
    expect(exitCode).toBe(1);
    expect(output).toContain('it is not the service');
  });

  it.each(['localhost:3001', 'http://localhost:3001', 'ftp://localhost/api/v1'])(
    'refuses the address %s',
    async (address) => {
      const { exitCode, output } = await start(['--service', address]);
      expect(exitCode).toBe(1);
      expect(output).toContain('such as http://localhost:3001/api/v1');
    },
  );

  it('says so when there is no demo.json', async () => {
    const { exitCode, output } = await start(['--service', inject('serviceAddress')]);
    expect(exitCode).toBe(1);
    expect(output).toContain(`There is no ${join(directory, 'demo.json')}`);
  });

  it('says so when demo.json is of another service', async () => {
    const facts = {
      baseUrl: inject('serviceAddress'),
      apiKey: 'prk_unknown',
      redirectUri: 'http://localhost:4000/callback',
      member: {},
      otherMembers: [],
    };
    await writeFile(join(directory, 'demo.json'), JSON.stringify(facts));
    const { exitCode, output } = await start(['--service', inject('serviceAddress')]);
    expect(exitCode).toBe(1);
    expect(output).toContain('does not know the API key of demo.json');
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
