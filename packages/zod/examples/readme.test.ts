import { readFileSync } from 'node:fs';
import { ExampleService, example } from '@partner-rating/client/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

let service: ExampleService;
beforeEach(() => {
  service = new ExampleService();
  vi.stubGlobal('fetch', service.fetch);
  vi.stubEnv('SERVICE_API_KEY', 'prk_test');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('the README shows the code of the examples, which are compiled', () => {
  const blocks = [...read('../README.md').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  expect(blocks).toEqual([read('check-form.ts'), read('read-cache.ts')]);
});

test('a form shows its errors', async () => {
  const { errorsOf } = await import('./check-form.ts');
  expect(errorsOf({ reason: 'The wrong court.', confirmed: true })).toEqual({});
  expect(errorsOf({ reason: '', confirmed: false })).toEqual({
    reason: ['Too small: expected string to have >=1 characters'],
    confirmed: ['Invalid input: expected true'],
  });
});

test('a batch from a file is submitted only if it is valid', async () => {
  const { submitFile } = await import('./check-form.ts');
  const batch = example('matches.submit-request');
  expect(await submitFile(JSON.stringify(batch))).toBe(
    example('matches.submit').ratingChanges.length,
  );
  await expect(submitFile('{ "sport": "padel" }')).rejects.toThrow('matches');
  expect(service.requestsOf('matches.submit').map(({ body }) => body)).toEqual([batch]);
});

test('a cached member is returned only if it is valid', async () => {
  const { memberFrom } = await import('./read-cache.ts');
  const member = example('members.get');
  expect(memberFrom(JSON.stringify(member))).toEqual(member);
  expect(memberFrom('{"id": 10482}')).toBeUndefined();
});
