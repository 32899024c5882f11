import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMock, startService } from '@partner-rating/processes';
import type { TestProject } from 'vitest/node';

/** The part of `demo.json` that the tests use. */
interface Facts {
  apiKey: string;
  redirectUri: string;
  member: { email: string; password: string; id: string; memberId: number };
  otherMembers: { memberId: number; name: string }[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The mock, and a service with the demonstration, each with a key. */
    servers: Record<'mock' | 'service', { baseUrl: string; apiKey: string }>;
    facts: Facts;
  }
}

// One mock and one service for all files.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'partner-rating-conformance-'));
  const [mock, service] = await Promise.all([
    startMock(),
    startService({ DATA_DIR: data, LOG_LEVEL: 'warn', VALIDATE_RESPONSES: 'true' }),
  ]);
  const facts: Facts = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'));
  project.provide('facts', facts);
  project.provide('servers', {
    mock: { baseUrl: `${mock.origin}/api/v1`, apiKey: 'prk_test' },
    service: { baseUrl: `${service.origin}/api/v1`, apiKey: facts.apiKey },
  });
  return async () => {
    await Promise.all([mock.stop(), service.stop()]);
    rmSync(data, { recursive: true });
  };
}
