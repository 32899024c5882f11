import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type EndpointService, endpointService } from '../test-support/endpoint-service.ts';
import { signWebhook } from '../webhooks/index.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Starts the command in its own process. */
function start(words: string[], environment: Record<string, string> = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main, ...words], {
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const output = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.error += chunk;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, output, ended };
}

async function startListening({ baseUrl }: EndpointService, ...words: string[]) {
  const started = start(['webhooks', 'listen', '--base-url', baseUrl, '--port', '0', ...words], {
    SERVICE_API_KEY: 'prk_test',
  });
  while (!started.output.error.includes('Ctrl-C')) {
    await Promise.race([once(started.child.stderr, 'data'), started.ended]);
    if (started.child.exitCode !== null) throw new Error(started.output.error);
  }
  const [, url = ''] = / at (http\S+)\. Press/.exec(started.output.error) ?? [];
  return { ...started, url };
}

const post = async (url: string, secret: string, body = '{"type":"a.b"}') =>
  await fetch(url, { method: 'POST', ...(await signWebhook(body, { secret })) });

async function firstOutput(child: ChildProcess): Promise<void> {
  if (child.stdout) await once(child.stdout, 'data');
}

describe('the command', () => {
  test('prints only events to standard output, and ends cleanly on Ctrl-C', async () => {
    const service = await endpointService();
    const { child, output, ended, url } = await startListening(service, '--json');
    const printed = firstOutput(child);
    await post(url, service.secret);
    await printed;
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(JSON.parse(output.out)).toMatchObject({ event: { type: 'a.b' } });
    expect(output.error).toContain('Removed the endpoint');
    expect(service.endpoints).toEqual([]);
  });

  test('escapes texts of partners and players', async () => {
    const message = 'a\n\u001b[2J\u009b\u202ec\u2028\u{e0041}';
    const service = await endpointService();
    const { child, output, ended, url } = await startListening(service);
    const printed = firstOutput(child);
    await post(url, service.secret, JSON.stringify({ type: 'webhook.test', data: { message } }));
    await printed;
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(output.out).toMatch(
      /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\\u202ec[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\n$/u,
    );
  });

  testRows(['stdout', 'stderr'] as const)(
    'removes the endpoint when its reader closes the output',
    async (name) => {
      const service = await endpointService();
      const { child, ended, url } = await startListening(service);
      child[name].destroy();
      // Writes to both outputs: a verified event, and a refused one.
      await post(url, service.secret);
      await post(url, `whsec_${btoa('a secret of somebody else')}`).catch(() => {});
      expect(await ended).toBe(0);
      expect(service.endpoints).toEqual([]);
    },
  );

  test('prints an error and exits with 1 if no service answers', async () => {
    const { output, ended } = start(
      ['webhooks', 'listen', '--base-url', 'http://127.0.0.1:1/api/v1', '--port', '0'],
      { SERVICE_API_KEY: 'prk_test' },
    );
    expect(await ended).toBe(1);
    expect(output.error).toContain('The service cannot be used');
    expect(output.error).not.toContain('    at ');
  });

  test('prints its help', async () => {
    const { output, ended } = start(['--help']);
    expect(await ended).toBe(0);
    expect(output).toMatchObject({ out: expect.stringContaining('--events'), error: '' });
  });
});
