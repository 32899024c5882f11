import { expect, it, vi } from 'vitest';
import { createTestDatabase } from './testing/test-database.ts';
import { startTestService } from './testing/test-service.ts';

// As on a machine with IPv6, where the second is ::1. All of 127.0.0.0/8 is loopback on Linux.
vi.mock('node:dns/promises', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:dns/promises')>()),
  lookup: async () => [{ address: '127.0.0.1' }, { address: '127.0.0.2' }],
}));

it('a service at localhost answers at each of its addresses', async () => {
  const { baseUrl } = await startTestService({ database: await createTestDatabase('pglite') });
  const { port } = new URL(baseUrl);
  for (const address of ['127.0.0.1', '127.0.0.2']) {
    expect((await fetch(`http://${address}:${port}/healthz`)).status).toBe(200);
  }
});
