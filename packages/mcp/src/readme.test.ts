import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolsFor } from './tools/index.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the README lists the tools and their credentials', () => {
  const text = read('../README.md');
  const rows = [...text.matchAll(/^\| `(\w+_\w+)` \| (key(?:, token)?) \|/gm)].map(
    ([, ...cells]) => cells,
  );
  const playerTools = new Set(toolsFor('player').map(({ name }) => name));
  expect(rows).toEqual(
    toolsFor('application').map(({ name }) => [name, playerTools.has(name) ? 'key, token' : 'key']),
  );
});

test('the README shows the code of the example, which is compiled and run', async () => {
  const [, code] = /```ts\n(.*?)```/s.exec(read('../README.md')) ?? [];
  expect(code).toBe(read('../examples/serve-users.ts'));
  const { serverOf } = await import('../examples/serve-users.ts');
  const handler = serverOf('pra_test');
  const answer = await handler.fetch(new Request('http://localhost/mcp'));
  await handler.close();
  expect(answer.status).toBe(405);
});
