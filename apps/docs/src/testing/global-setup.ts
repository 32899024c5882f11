import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildSite } from '../build-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The directory of the site as it is built for the service, with a slash at its end. */
    site: string;
  }
}

// The tests look at one and the same site.
export default async function setup(project: TestProject): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-docs-'));
  await buildSite(directory);
  project.provide('site', `${directory}/`);
  return () => rmSync(directory, { recursive: true });
}
