import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { catalogue } from '@partner-rating/spec/catalogue';
import { contract } from '@partner-rating/spec/contract';
import { describe, expect, inject, it } from 'vitest';
import { filesOf, readPage } from './testing/site-files.ts';

const site = inject('site');
const page = (path: string) => readPage(site, path);
const files = filesOf(site);
const pages = files.filter((file) => file.endsWith('.html'));

const withoutMethod = contract
  .operations()
  .filter(({ isCalled }) => !isCalled)
  .map(({ id }) => id);

describe('the built site', () => {
  it('has a page for every error code and no other', () => {
    const codes = catalogue.errors.problems.map(({ code }) => `errors/${code}.html`);
    const there = pages.filter((file) => file.startsWith('errors/'));
    expect(there.toSorted()).toEqual([...codes, 'errors/index.html'].toSorted());
    const causes = readdirSync(new URL('../errors/', import.meta.url));
    expect(causes.toSorted()).toEqual(
      codes
        .map((path) => basename(path, '.html'))
        .map((code) => `${code}.md`)
        .toSorted(),
    );
  });

  it('says on each error page why it happens, what to do and what is received', () => {
    for (const { code, status, action, clientError } of catalogue.errors.problems) {
      const markdown = page(`errors/${code}.md`);
      expect(markdown).toContain(`\`${code}\` · HTTP ${status} · \`${clientError}\` in the client`);
      expect(markdown).toMatch(/## Why it happens\n\n- /);
      expect(markdown).toContain(`## What to do\n\n${action}\n`);
      expect(markdown).toContain(`"code": "${code}"`);
      expect(markdown).toMatch(/## Where it happens\n\n(?:- `|At any address)/);
    }
  });

  it('lists every OAuth error', () => {
    for (const { error } of catalogue.errors.oauth) {
      expect(page('errors/index.html')).toContain(`<code>${error}</code>`);
    }
  });

  it('holds every operation in the reference, in its Markdown, in the SDK and in the search', () => {
    const reference = files
      .filter((file) => /^assets\/reference-.*\.js$/.test(file))
      .map(page)
      .join('');
    const [index = ''] = files.filter((file) => /^assets\/search-.*\.json$/.test(file)).map(page);
    for (const { id: operationId } of contract.operations()) {
      const [resource = '', method = ''] = operationId.split('.');
      const methods = files
        .filter((file) => file.startsWith(`sdk/operations/${resource}/`) && file.endsWith('.md'))
        .map(page)
        .join('');
      expect({
        reference: reference.includes(`"operationId":"${operationId}"`),
        markdown: page('reference.md').includes(`\n## ${operationId}\n`),
        // The client gives the address of the page, and has the JSON way of what takes a form alone.
        sdk: withoutMethod.includes(operationId) || methods.includes(`\n### ${method}()\n`),
        search: index.includes(`"title":"${operationId}"`),
      }).toEqual({ reference: true, markdown: true, sdk: true, search: true });
    }
  });

  it('has the Markdown of every page beside it, and the page says so', () => {
    for (const file of pages.filter((name) => name !== '404.html')) {
      const markdown = file.replace(/html$/, 'md');
      expect(files).toContain(markdown);
      expect(page(file)).toContain(
        `<link rel="alternate" type="text/markdown" href="/docs/${markdown}">`,
      );
      expect(page(markdown)).toMatch(/^# \S/);
    }
  });

  it('lists every page in llms.txt, with what it is about', () => {
    const list = page('llms.txt');
    expect(list).toMatch(/^# Partner Rating Service\n\n> /);
    for (const file of pages.filter((name) => !['404.html', 'index.html'].includes(name))) {
      const [, text] =
        new RegExp(`^- \\[.+\\]\\(/docs/${file.replace(/html$/, 'md')}\\)(.*)$`, 'm').exec(list) ??
        [];
      expect([file, text]).toEqual([file, expect.stringMatching(/^: \S/)]);
    }
    expect(page('llms-full.txt')).toContain(page('guides/limits.md'));
  });

  it('says what changed in each package, the contract first, before and after a release', () => {
    expect(page('changelog.md')).toMatch(
      /## Unreleased\n\n- \*\*spec|## @partner-rating\/spec\n\n### \d/,
    );
  });

  it('has the place that announcements of a removal link to', () => {
    expect(page('guides/versioning.html')).toContain('<h2 id="deprecation">');
  });

  it('shows the title of each page, its place and its neighbours', () => {
    const guide = page('guides/submitting-matches.html');
    expect(guide).toContain('<title>Submit matches · Partner Rating Service</title>');
    expect(guide).toContain('<a href="/docs/guides/submitting-matches" aria-current="page">');
    expect(guide).toContain('rel="prev" href="/docs/guides/without-an-sdk"');
    expect(guide).toContain('href="#take-a-match-back"');
    expect(guide).toContain('<h2 id="take-a-match-back">');
    expect(guide).toContain('href="/docs/reference#/matches/matches.submit"');
  });

  it('names assets by their content and keeps them compressed too', () => {
    const assets = files.filter((file) => file.startsWith('assets/') && !file.endsWith('.gz'));
    for (const asset of assets) {
      expect(asset).toMatch(/-[\w-]{8,10}\.(?:js|css|json|svg)$/);
      expect(files).toContain(`${asset}.gz`);
    }
  });

  it('runs no script inside a page and loads nothing from another host', () => {
    const loads = /<(?:script|img|iframe)[^>]+src="https?:|<link[^>]+href="https?:/;
    for (const file of pages) {
      expect([file, loads.exec(page(file))?.[0]]).toEqual([file, undefined]);
      expect([file, /<script(?![^>]* src=)/.exec(page(file))?.[0]]).toEqual([file, undefined]);
      expect(page(file)).toMatch(
        /Content-Security-Policy" content="default-src [^"]*script-src [^"]*self/,
      );
    }
  });
});
