import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { catalogue } from '@partner-rating/spec/catalogue';
import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';

const guides = new URL('../guides/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, guides), 'utf8');
const samples = readdirSync(new URL('samples/', guides), { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => read(`samples/${name}`));
const names = readdirSync(guides).filter((name) => name.endsWith('.md'));

it('the list of guides contains every guide', () => {
  for (const name of names.filter((one) => one !== 'README.md')) {
    expect(read('README.md')).toContain(`](${name})`);
  }
});

const causes = readdirSync(new URL('../errors/', guides)).map((name) => `../errors/${name}`);

const texts = [...names, '../pages/index.md', ...causes].map((name) => [name, read(name)] as const);

testRows(texts)(
  'a guide contains only code from the samples, which are type-checked',
  (_, guide) => {
    for (const [, code = ''] of guide.matchAll(/```(?:ts|python)\n([\s\S]*?)```/g)) {
      expect(samples).toContain(code);
    }
  },
);

testRows(texts)('a guide shows only pictures that exist', (_, guide) => {
  for (const [, image = ''] of guide.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)) {
    expect([image, existsSync(new URL(image, guides))]).toEqual([image, true]);
  }
});

testRows(texts)('a guide names only operations of the contract', (_, guide) => {
  const known = contract.operations().map(({ id }) => id);
  for (const [, operation] of guide.matchAll(
    /`((?:oauth|members|matches|leaderboard|webhooks|usage)\.[a-z]\w*)`/g,
  )) {
    expect(known).toContain(operation);
  }
});

it('the guide to limits has the same limits as the contract', () => {
  const figures = read('limits.md').matchAll(/^\| `([a-z-]+)` \| .+? \| (\d+) \|/gm);
  expect(Array.from(figures, ([, name, limit]) => [name, Number(limit)]).toSorted()).toEqual(
    catalogue.rateLimitClasses
      .map(({ name, requestsPerMinute }) => [name, requestsPerMinute])
      .toSorted(),
  );
});
