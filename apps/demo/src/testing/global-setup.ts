import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@partner-rating/processes';
import type { TestProject } from 'vitest/node';
import { spawnService } from '../start/service-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A running service with its demonstration. */
    serviceAddress: string;
    dataDirectory: string;
    /** The port to which that service may send webhooks. */
    clubPort: number;
    /** Another such port, of `localhost`. */
    listeningPort: number;
  }
}

// One real service for all tests: filling its demonstration takes longer than any test.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-club-'));
  const clubPort = await freePort('localhost');
  const listeningPort = await freePort('localhost');
  const serviceAddress = `http://localhost:${await freePort('localhost')}/api/v1`;
  const output: string[] = [];
  const service = spawnService({
    serviceAddress,
    dataDirectory,
    webhookTargets: [`127.0.0.1:${clubPort}`, `localhost:${listeningPort}`],
    environment: { ...process.env, LOG_IN_RATE_LIMIT: '0', VALIDATE_RESPONSES: 'true' },
    log: (line) => output.push(line),
  });
  await service.ready().catch((error: Error) => {
    throw new Error(`${error.message}\n${output.join('\n')}`);
  });
  project.provide('serviceAddress', serviceAddress);
  project.provide('dataDirectory', dataDirectory);
  project.provide('clubPort', clubPort);
  project.provide('listeningPort', listeningPort);
  return async () => {
    await service.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
