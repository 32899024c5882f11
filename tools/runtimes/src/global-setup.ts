import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedProgram, startMock, startService } from '@partner-rating/processes';
import type { TestProject } from 'vitest/node';
import { misbehaving } from './misbehaving-server.ts';
import { createRedirectTarget, createWebhookReceiver } from './other-hosts.ts';
import { addBehaviours, newProject, packPackages } from './packed-packages.ts';
import { createPageServer } from './page-server.ts';

/** The data of the service's demonstration for its partners. */
export interface Facts {
  baseUrl: string;
  apiKey: string;
  otherApplication: { apiKey: string };
  member: { email: string; password: string };
  otherMembers: { id: string }[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    tarballs: string[];
    /** The folder of a project with the packages and the behaviours. */
    project: string;
    mockOrigin: string;
    facts: Facts;
    pageOrigin: string;
    elsewhereOrigin: string;
    /** The origin of the webhook receiver. */
    receiverOrigin: string;
  }
}

// Packed and started once, because every runtime calls the same mock and the same service.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Clean up after the tests, and after a failed start.
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'partner-rating-runtimes-'));
  cleanup.defer(async () => await rm(folder, { recursive: true, force: true }));
  const dataDirectory = join(folder, 'data');
  const [elsewhere, receiver] = [createRedirectTarget(), createWebhookReceiver()];
  const elsewhereOrigin = await listen(cleanup, elsewhere);
  const receiverOrigin = await listen(cleanup, receiver);
  const begun = [
    install(folder),
    stopping(cleanup, startMock()),
    stopping(
      cleanup,
      startService({
        DATA_DIR: dataDirectory,
        LOG_LEVEL: 'warn',
        VALIDATE_RESPONSES: 'true',
        RATE_LIMIT: '0',
        NETWORK_RATE_LIMIT: '0',
        INGEST_RATE_LIMIT: '0',
        TOKEN_RATE_LIMIT: '0',
        LOG_IN_RATE_LIMIT: '0',
        WEBHOOK_TEST_RATE_LIMIT: '0',
        // A runtime may exchange its code late.
        AUTHORIZATION_CODE_LIFETIME: '600',
        WEBHOOK_PRIVATE_TARGETS: new URL(receiverOrigin).host,
      }),
    ),
  ] as const;
  // Waits, so that the cleanup does not remove files of programs that are starting.
  await Promise.allSettled(begun);
  const [installed, mockOrigin, service] = await Promise.all(begun);
  const pageServer = await createPageServer({
    project: installed.project,
    service,
    misbehaving: misbehaving(elsewhereOrigin),
  });

  project.provide('tarballs', installed.tarballs);
  project.provide('project', installed.project);
  project.provide('mockOrigin', mockOrigin);
  project.provide('facts', JSON.parse(await readFile(join(dataDirectory, 'demo.json'), 'utf8')));
  project.provide('pageOrigin', await listen(cleanup, pageServer));
  project.provide('elsewhereOrigin', elsewhereOrigin);
  project.provide('receiverOrigin', receiverOrigin);
  const cleanupLater = cleanup.move();
  return async () => await cleanupLater.disposeAsync();
}

async function stopping(
  cleanup: AsyncDisposableStack,
  starting: Promise<StartedProgram>,
): Promise<string> {
  return cleanup.use(await starting).origin;
}

interface Installed {
  tarballs: string[];
  project: string;
}

async function install(folder: string): Promise<Installed> {
  const tarballs = await packPackages(folder);
  const project = await newProject(join(folder, 'project'), tarballs);
  await addBehaviours(project);
  return { tarballs, project };
}

async function listen(cleanup: AsyncDisposableStack, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
