import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('the SDK reference lists every entry of the client, by its import specifier', () => {
  const { name, publishConfig } = JSON.parse(read('../../../../packages/client/package.json'));
  const entries = Object.keys(publishConfig.exports).filter((entry) => entry !== './package.json');
  const rows = read('./templates/sdk.md.eta').matchAll(/^\| `(.+?)` \|/gm);
  expect([...rows].map(([, entry]) => entry).toSorted()).toEqual(
    entries.map((entry) => entry.replace(/^\./, name)).toSorted(),
  );
});
