import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@partner-rating/processes';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { probe } from '../src/start/service-process.ts';
import { addressIn, startDemo, startPageOf, stopDemo } from '../src/testing/demo-process.ts';

describe('starting the demo', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'partner-rating-demo-start-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
  });

  async function start(parameters: string[], environment: Record<string, string> = {}) {
    const demo = await startDemo(parameters, { DATA_DIR: directory, ...environment });
    onTestFinished(async () => void (await stopDemo(demo)));
    return demo;
  }

  // The demo started the service that all tests share (src/testing/global-setup.ts).
  it('starts a service if none runs, lets it send webhooks here, and stops it again', () => {
    const { first, exitCode, afterwards } = inject('starts');
    expect(first.output).toContain('Starting one.');
    expect(first.output).toMatch(/service │ .*club nights rated/);
    expect(first.page).toContain('Connect your rating');
    expect(first.page).not.toContain('cannot be received');
    expect(exitCode).toBe(0);
    expect(afterwards).toBe('nothing');
  });

  it('finds its data and the webhook secret at the next start', () => {
    const { second } = inject('starts');
    expect(second.output).toContain('Starting one.');
    expect(second.output).not.toContain('club nights rated');
    expect(second.page).not.toContain('cannot be received');
  });

  it('uses a service that runs, leaves it running, and says how to allow webhooks', async () => {
    const service = inject('serviceAddress');
    const parameters = ['--service', service];
    const demo = await start(parameters, { DATA_DIR: inject('dataDirectory') });
    const { host } = new URL(addressIn(demo.output));
    expect(demo.output).toContain(`WEBHOOK_PRIVATE_TARGETS=${host}`);
    expect(await startPageOf(demo)).toContain(`WEBHOOK_PRIVATE_TARGETS=${host}`);
    expect(await stopDemo(demo)).toBe(0);
    // Longer than a response can take on a busy machine.
    expect(await probe(service, 120_000)).toBe('service');
  });

  // `refusals.test.ts` tests the other refusals without a process.
  it('prints a readable error, and starts nothing', async () => {
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
