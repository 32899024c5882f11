import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { brokenLinks } from './testing/broken-links.ts';

it('every link leads to an existing page and heading, also in the Markdown', () => {
  expect(brokenLinks(inject('site'))).toEqual([]);
});

it('a link that leads nowhere is found', () => {
  const broken = `${mkdtempSync(join(tmpdir(), 'partner-rating-links-'))}/`;
  onTestFinished(() => rmSync(broken, { recursive: true }));
  const links = [
    '/docs/gone',
    '/docs/page#gone',
    '/docs/page#there',
    '/docs/page',
    'page',
    'https://example.com',
  ];
  const html = links.map((link) => `<a href="${link}">x</a>`).join('');
  writeFileSync(`${broken}page.html`, `<h2 id="there">x</h2>${html}`);
  writeFileSync(`${broken}page.md`, '# Page\n\n[a](/docs/page.md#page) [b](/docs/page.md#gone)\n');
  expect(brokenLinks(broken).toSorted()).toEqual([
    'page.html: /docs/gone',
    'page.html: /docs/page#gone',
    'page.html: page',
    'page.md: /docs/page.md#gone',
  ]);
});
