import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@partner-rating/processes';
import type { TestProject } from 'vitest/node';
import { type Probe, probe } from '../start/service-process.ts';
import { type DemoProcess, startDemo, startPageOf, stopDemo } from './demo-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A running service with its demonstration. */
    serviceAddress: string;
    dataDirectory: string;
    /** The port to which that service may send webhooks. */
    clubPort: number;
    /** Another such port, of `localhost`. */
    listeningPort: number;
    /** How the demo started when no service ran, how it stopped, and how it started again with the same data. */
    starts: { first: Start; exitCode: number | null; afterwards: Probe; second: Start };
  }
}

interface Start {
  output: string;
  page: string;
}

// All tests share one real service, because filling its demonstration takes longer than any test. The demo starts this
// service, so that the tests of the start need no other one.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-club-'));
  const clubPort = await freePort('localhost');
  const listeningPort = await freePort('localhost');
  const servicePort = await freePort('localhost');
  const serviceAddress = `http://localhost:${servicePort}/api/v1`;
  const start = async () =>
    await startDemo([], {
      DATA_DIR: dataDirectory,
      PORT: String(servicePort),
      WEBHOOK_PRIVATE_TARGETS: `127.0.0.1:${clubPort},localhost:${listeningPort}`,
      LOG_IN_RATE_LIMIT: '0',
      VALIDATE_RESPONSES: 'true',
    });
  const first = await described(await start());
  const exitCode = await stopDemo(first.demo);
  const afterwards = await probe(serviceAddress);
  const second = await described(await start());
  project.provide('starts', { first: first.start, exitCode, afterwards, second: second.start });
  project.provide('serviceAddress', serviceAddress);
  project.provide('dataDirectory', dataDirectory);
  project.provide('clubPort', clubPort);
  project.provide('listeningPort', listeningPort);
  return async () => {
    await stopDemo(second.demo);
    await rm(dataDirectory, { recursive: true, force: true });
  };
}

async function described(demo: DemoProcess): Promise<{ demo: DemoProcess; start: Start }> {
  if (demo.exitCode !== null) throw new Error(`The demo did not start:\n${demo.output}`);
  return { demo, start: { output: demo.output, page: await startPageOf(demo) } };
}
