import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startMock, startService } from '@partner-rating/processes';
import type { TestProject } from 'vitest/node';
import { buildSite } from '../build-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The directory of the site as it is built for the service, with a slash at its end. */
    site: string;
    /** A service with the application of a new partner, and the directory and the port of the service. */
    service: { origin: string; directory: string; port: number };
    /** The origin of the mock. */
    mock: string;
  }
}

// All tests share one site, one service, and one mock.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-docs-'));
  const settings = { DATA_DIR: join(directory, '.data'), LOG_LEVEL: 'silent' };
  const port = await freePort();
  const application = ['--app', 'my-club', '--redirect', `http://localhost:${port}/callback`];
  const [site, service, mock] = await Promise.all([
    builtSite(),
    startService(settings, application),
    startMock(),
  ]);
  project.provide('site', `${site}/`);
  project.provide('service', { origin: service.origin, directory, port });
  project.provide('mock', mock.origin);
  return async () => {
    await Promise.all([service.stop(), mock.stop()]);
    rmSync(directory, { recursive: true });
  };
}

async function builtSite(): Promise<string> {
  const directory = fileURLToPath(new URL('../../dist', import.meta.url));
  // turbo builds the site before the tests. Without turbo, the existing site may be older than its sources.
  if (process.env.TURBO_HASH === undefined) await buildSite(directory);
  return directory;
}
