import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPrism } from '@partner-rating/prism';
import { expect, test } from 'vitest';
import { type MockOptions, startMock } from './start-mock.ts';

const runner = fileURLToPath(
  new URL('scripts/workflows.ts', import.meta.resolve('@partner-rating/spec/package.json')),
);

const workflows = [
  'start-authorization',
  'finish-authorization',
  'submit-matches',
  'submit-late',
  'submit-by-format',
  'plan-a-match',
  'import-tournament',
  'receive-webhooks',
  'disconnect',
];

async function runAgainst(options: MockOptions): Promise<{ code?: number; stdout: string }> {
  await using mock = await startMock(options);
  return await runAt(mock.baseUrl);
}

async function runAt(baseUrl: string): Promise<{ code?: number; stdout: string }> {
  const chosen = workflows.flatMap((id) => ['--workflow', id]);
  const words = [runner, baseUrl, ...chosen];
  // Shows the output of a failure too.
  return await promisify(execFile)(process.execPath, words).catch((failure) => failure);
}

test('the workflows of the contract succeed against the mock, without other input', async () => {
  const { stdout } = await runAgainst({});
  expect(stdout).not.toContain('✗');
  for (const id of workflows) expect(stdout).toContain(`✓ ${id}.arazzo.yaml`);
});

test('the workflows succeed through Prism, which reports every answer that does not match the document', async () => {
  await using mock = await startMock();
  await using prism = await startPrism(mock.baseUrl);
  const { stdout } = await runAt(prism.origin);
  expect(stdout).not.toContain('✗');
  for (const id of workflows) expect(stdout).toContain(`✓ ${id}.arazzo.yaml`);
});

test('the workflows fail if the service fails', async () => {
  expect(await runAgainst({ scenario: 'service-down' })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('x submit-matches.arazzo.yaml'),
  });
});
