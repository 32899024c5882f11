// Runs the protocol's conformance package, which supports only Streamable HTTP, against the published server.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ExampleService } from '@partner-rating/client/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerFactory } from './create-server.ts';
import { type HttpServer, startHttpServer } from './http-server.ts';

let server: HttpServer;

beforeAll(async () => {
  const { fetch } = new ExampleService();
  const createServer = createServerFactory({ apiKey: 'prk_test', environment: 'local', fetch });
  server = await startHttpServer(createServer, 0);
});
afterAll(() => server.close());

test('the server passes every scenario of the conformance package for the features that it offers', async () => {
  const manifest = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/conformance/package.json',
  );
  const program = join(manifest, '../dist/index.js');
  const expected = fileURLToPath(new URL('../tests/expected-failures.yml', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    ...['server', '--url', server.url, '--expected-failures', expected],
  ]);
  // The package also fails if a scenario passes although it is expected to fail.
  const passed = [...stdout.matchAll(/^✓ ([\w-]+): [1-9]\d* passed, 0 failed$/gm)];
  expect(passed.map(([, name]) => name)).toEqual([
    'server-initialize',
    'ping',
    'tools-list',
    'dns-rebinding-protection',
  ]);
});

test('the server serves the protocol of 2026-07-28, and the previous one at the same address', async () => {
  for (const mode of [{ pin: '2026-07-28' }, 'legacy'] as const) {
    const agent = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await agent.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const result = await agent.callTool({ name: 'get_player', arguments: { memberId: '10482' } });
    expect(result.structuredContent).toHaveProperty('memberId', '10482');
    await agent.close();
  }
});

test('the server has one path', async () => {
  const response = await fetch(new URL('/', server.url));
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('/mcp');
});
