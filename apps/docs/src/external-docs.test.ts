import { existsSync } from 'node:fs';
import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { testRows } from '@partner-rating/table-tests';
import { expect, test } from 'vitest';

const root = 'http://localhost:3001/docs/';
const pages = [document, ...document.tags].flatMap((part) =>
  'externalDocs' in part ? [part.externalDocs.url] : [],
);

test('the document leads to the documentation, and to guides of most of its tags', () => {
  expect(pages).toContain(root);
  expect(pages.length).toBeGreaterThan(document.tags.length / 2);
});

testRows(pages.filter((page) => page !== root))(
  'every other page that it leads to is a guide',
  (page) => {
    const guide = new URL(`../${page.slice(root.length)}.md`, import.meta.url);
    expect(existsSync(guide)).toBe(true);
  },
);
