import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startMock } from './index.ts';
import { scenarios } from './scenarios/index.ts';

const pathOfScopes = '/partner/oauth/scopes';

describe('startMock', () => {
  test('takes a free port, answers there, and frees it at the end of the block', async () => {
    let address = '';
    {
      await using mock = await startMock();
      address = mock.baseUrl + pathOfScopes;
      expect(mock.baseUrl).toMatch(/^http:\/\/localhost:\d+\/api\/v1$/);
      expect((await fetch(address)).status).toBe(200);
    }
    await expect(fetch(address)).rejects.toThrow();
  });

  test('logs each request in a line', async () => {
    const log = vi.fn<(line: string) => void>();
    await using mock = await startMock({ log });
    await fetch(mock.baseUrl + pathOfScopes);
    await expect.poll(() => log.mock.calls).toEqual([[`GET /api/v1${pathOfScopes} → 200`]]);
  });

  test('stops after open requests are answered, and keeps no connection', async () => {
    let isAnswered = false;
    const released = Promise.withResolvers<void>();
    const slow = createServer(async (_, outgoing) => {
      await released.promise;
      isAnswered = true;
      outgoing.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void slow.close());
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo;
    const mock = await startMock({ webhooks: { url: `http://127.0.0.1:${port}` } });
    const answer = fetch(`${mock.origin}/webhooks/emit`, {
      method: 'POST',
      body: '{"type":"webhook.test"}',
    });
    await once(slow, 'request');
    const closed = mock.close();
    released.resolve();
    await closed;
    expect(isAnswered).toBe(true);
    expect((await answer).headers.get('connection')).toBe('close');
  });

  test('stops despite an open connection without a request', async () => {
    const mock = await startMock({ host: '127.0.0.1' });
    const connection = connect(Number(new URL(mock.origin).port), '127.0.0.1');
    onTestFinished(() => void connection.destroy());
    await once(connection, 'connect');
    // The mock accepts the first connection before this one.
    await fetch(mock.origin);
    await mock.close();
  });

  test('refuses an invalid host, scenario, address, and secret', async () => {
    const url = 'http://localhost:3000/hooks';
    await expect(startMock({ host: '' })).rejects.toThrow('Name a host to listen on');
    await expect(startMock({ scenario: 'tuesday' as never })).rejects.toThrow(RangeError);
    await expect(startMock({ webhooks: { url: 'localhost:3000' } })).rejects.toThrow(
      '"localhost:3000" is not an http or https address',
    );
    await expect(startMock({ webhooks: { url, secret: 'hunter2' } })).rejects.toThrow(
      'secret must be the signing secret',
    );
  });

  test('refuses a port that is in use, with the cause', async () => {
    await using first = await startMock({ host: '127.0.0.1' });
    const port = Number(new URL(first.origin).port);
    await expect(startMock({ host: '127.0.0.1', port })).rejects.toMatchObject({
      message: expect.stringContaining(`Port ${port} is in use`),
      cause: { code: 'EADDRINUSE' },
    });
  });

  test('refuses an address that this machine does not have', async () => {
    await expect(startMock({ host: '192.0.2.1' })).rejects.toThrow(
      'This machine has no address 192.0.2.1.',
    );
  });

  test('does not emit without a receiver', async () => {
    await using mock = await startMock();
    expect(mock.webhookSecret).toBeUndefined();
    await expect(mock.emit('webhook.test')).rejects.toThrow(
      'Start the mock with webhooks: { url }.',
    );
  });
});

describe('the pages of the mock itself', () => {
  test('/ lists the scenarios and the events as text', async () => {
    await using mock = await startMock({ scenario: 'dry-run' });
    const text = await (await fetch(mock.origin)).text();
    expect(text).toContain('X-Mock-Scenario (now: dry-run)');
    for (const [name, { description }] of Object.entries(scenarios)) {
      expect(text).toContain(name);
      expect(text).toContain(description);
    }
    expect(text).toContain('connection.created');
  });

  test('/ is a page in a browser, with the same scenarios', async () => {
    await using mock = await startMock();
    const page = await (await fetch(mock.origin, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('<h1>The mock of the Partner Rating Service</h1>');
    for (const name of Object.keys(scenarios)) expect(page).toContain(`<dt id="${name}">`);
  });

  test('the link of a problem leads to a page about it', async () => {
    await using mock = await startMock();
    const problem = (await (await fetch(`${mock.baseUrl}/partner/usage`)).json()) as {
      type: string;
    };
    const page = await (await fetch(problem.type)).text();
    expect(page).toContain('<h1>A valid credential is needed</h1>');
    expect((await fetch(`${mock.origin}/docs/errors/nothing`)).status).toBe(404);
  });

  test('the link of an OAuth error leads to its text', async () => {
    await using mock = await startMock();
    const headers = { 'x-api-key': 'prk_any', prefer: 'example=oauth-error-invalid_grant' };
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'prr_any' });
    const init = { method: 'POST', headers, body };
    const refusal = await fetch(`${mock.baseUrl}/partner/oauth/token`, init);
    const { error_uri } = (await refusal.json()) as { error_uri: string };
    expect(error_uri).toBe(`${mock.origin}/docs/errors/#invalid_grant`);
    expect(await (await fetch(error_uri)).text()).toContain('<dt id="invalid_grant">');
  });

  test('/scenarios lists the scenarios as JSON', async () => {
    await using mock = await startMock();
    const response = await fetch(`${mock.origin}/scenarios`);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(scenarios)));
  });

  test('405 for another method', async () => {
    await using mock = await startMock();
    const response = await fetch(`${mock.origin}/scenarios`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET');
  });
});
