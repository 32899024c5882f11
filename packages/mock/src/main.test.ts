import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testRows } from '@partner-rating/table-tests';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from './testing/receiver.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const run = promisify(execFile);

test('the command prints its address and secret, answers, and stops on a signal', async () => {
  const receiver = await startReceiver(204);
  onTestFinished(receiver.close);
  const words = ['--port', '0', '--scenario', 'unrated-player', '--webhooks-to', receiver.url];
  const mock = spawn(process.execPath, [main, ...words, '--quiet']);
  onTestFinished(() => void mock.kill('SIGKILL'));
  // The greeting may arrive in several chunks.
  let said = '';
  for await (const part of mock.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += part;
    if (said.endsWith('Press Ctrl-C to stop.\n')) break;
  }
  const [, origin] = /^The mock listens on (http:\/\/localhost:\d+)\/api\/v1$/m.exec(said) ?? [];
  const [, secret = ''] = /signed with (whsec_\S+)\. Send one:$/m.exec(said) ?? [];

  const member = await fetch(`${origin}/api/v1/partner/member?memberId=10604`, {
    headers: { 'x-api-key': 'prk_any' },
  });
  expect(await member.json()).toMatchObject({ displayName: 'Carmen O.', sport: {} });

  await fetch(`${origin}/webhooks/emit`, { method: 'POST', body: '{"type":"webhook.test"}' });
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  new Webhook(secret).verify(body, headers as Record<string, string>);

  mock.kill('SIGTERM');
  expect(await once(mock, 'exit')).toEqual([0, null]);
});

test('a port that is in use is an error with advice', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const failure = run(process.execPath, [main, '--port', String(port), '--host', '127.0.0.1']);
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `Port ${port} is in use, perhaps by another mock. Stop it, or choose another port with --port.\n`,
  });
});

test('an invalid port is an error with advice', async () => {
  await expect(run(process.execPath, [main, '--port', '70000'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('A port is a whole number from 0 to 65535.'),
  });
});

testRows([
  [['--scenario', 'tuesday'], 'There is no scenario tuesday. The scenarios: connected-player,'],
  [['--webhooks-to', 'localhost'], '"localhost" is not an http or https address'],
  [['--frobnicate'], "unknown option '--frobnicate'"],
  [['emit', '--to', 'http://127.0.0.1:9', 'rating.moved'], 'There is no event rating.moved.'],
  [['emit'], "required option '--to <url>'"],
  [['--webhook-secret', 'whsec_c2VjcmV0'], '--webhook-secret needs --webhooks-to'],
])('invalid arguments are errors with advice', async (words, sentence) => {
  await expect(run(process.execPath, [main, ...words])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(sentence),
  });
});

test('emit sends one webhook, and prints the secret it created and the answer', async () => {
  const receiver = await startReceiver(200, 'thanks');
  onTestFinished(receiver.close);
  const { stdout } = await run(process.execPath, [main, 'emit', '--to', receiver.url]);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  const secret = /^Signed with (whsec_\S+)$/m.exec(stdout)?.[1] ?? '';
  new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(stdout).toContain(`Sent events.ratingUpdated as ${headers['webhook-id']}`);
  expect(stdout).toMatch(/^200 thanks$/m);
});

test('emit uses the secret of the environment without printing it, and fails if the receiver refuses', async () => {
  const receiver = await startReceiver(401);
  onTestFinished(receiver.close);
  const secret = `whsec_${btoa('a secret for these tests alone')}`;
  const env = { ...process.env, WEBHOOK_SECRET: secret };
  const sending = run(process.execPath, [main, 'emit', '--to', receiver.url], { env });
  await expect(sending).rejects.toMatchObject({
    code: 1,
    stdout: expect.not.stringContaining('whsec_'),
    stderr: 'The receiver answered 401.\n',
  });
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  new Webhook(secret).verify(body, headers as Record<string, string>);
});

testRows([
  ['after the event', (secret: string) => ['emit', 'rating.updated', '--webhook-secret', secret]],
  ['before the event', (secret: string) => ['emit', '--webhook-secret', secret, 'rating.updated']],
  ['before emit', (secret: string) => [`--webhook-secret=${secret}`, 'emit', 'rating.updated']],
])('emit signs with the secret at any position', async (_, words) => {
  const receiver = await startReceiver(204);
  onTestFinished(receiver.close);
  const secret = `whsec_${btoa('another secret for these tests')}`;
  const env = { ...process.env, WEBHOOK_SECRET: `whsec_${btoa('an overridden secret')}` };
  const sending = run(process.execPath, [main, ...words(secret), '--to', receiver.url], { env });
  expect((await sending).stdout).not.toContain('whsec_');
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  new Webhook(secret).verify(body, headers as Record<string, string>);
});
