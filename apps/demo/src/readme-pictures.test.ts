import { readFile, stat } from 'node:fs/promises';
import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { MAX_SIZE, pictures } from '../scripts/pictures.ts';

const root = new URL('../../../', import.meta.url);
const readme = await readFile(new URL('README.md', root), 'utf8');
const shown = [...readme.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, text = '', file = '']) => ({
  text,
  file,
}));

it('the README shows each picture that the script takes, and no other', () => {
  expect(shown.map(({ file }) => file)).toEqual(
    pictures.map(({ file }) => `apps/demo/pictures/${file}`),
  );
});

testRows(shown)('every picture has a text, exists, and is small', async ({ text, file }) => {
  expect(text.length).toBeGreaterThan(20);
  expect((await stat(new URL(file, root))).size).toBeLessThan(MAX_SIZE);
});
