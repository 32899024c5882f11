import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = async (path: string) => await readFile(new URL(path, import.meta.url), 'utf8');

test('the README shows the type-checked code of the examples', async () => {
  const readme = await read('../README.md');
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  const files = (await readdir(new URL('.', import.meta.url))).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const examples = await Promise.all(files.map(read));
  expect(blocks.toSorted()).toEqual(examples.toSorted());
});
