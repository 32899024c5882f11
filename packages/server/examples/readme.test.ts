import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const blocks = [...read('../README.md').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);

// The type check of the package compiles these files, and the tests below run them.
test('each example of the README is a file in this folder', () => {
  expect(blocks).toEqual([read('serve.ts'), read('examples-first.ts')]);
});

test('the first example serves a member, and refuses invalid requests', async () => {
  vi.stubEnv('PORT', '0');
  const { app } = await import('./serve.ts');
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const get = async (path: string): Promise<unknown> => {
    const headers = { 'x-api-key': 'prk_example' };
    return await (
      await fetch(`http://localhost:${port}/api/v1/partner/${path}`, { headers })
    ).json();
  };
  expect(await get('member?memberId=10482')).toMatchObject({ displayName: 'Mike B.' });
  expect(await get('member?memberId=10483')).toMatchObject({ code: 'not_found' });
  expect(await get('member?memberId=')).toMatchObject({ errors: [{ pointer: '/query/memberId' }] });
  expect(await get('usage')).toMatchObject({ status: 501 });
});

test('the second example returns an example of the document', async () => {
  const { handle } = await import('./examples-first.ts');
  const headers = { 'x-api-key': 'any' };
  const response = await handle(
    new Request('http://localhost/partner/member?memberId=1', { headers }),
  );
  expect(response.status).toBe(200);
  expect(await response.json()).toHaveProperty('displayName');
});
