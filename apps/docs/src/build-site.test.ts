import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { catalogue } from '@partner-rating/spec/catalogue';
import { contract } from '@partner-rating/spec/contract';
import { describe, expect, inject, it } from 'vitest';
import { filesOf, readPage, twinOf } from './testing/site-files.ts';

const site = inject('site');
const page = (path: string) => readPage(site, path);
const files = filesOf(site);
const pages = files.filter((file) => file.endsWith('.html'));
const written = pages.filter((name) => name !== '404.html');

describe('the built site', () => {
  it('has a page for every error code and no other', () => {
    const codes = catalogue.errors.problems.map(({ code }) => code).toSorted();
    const there = pages.filter((file) => file.startsWith('errors/'));
    expect(there.map((file) => basename(file, '.html')).toSorted()).toEqual(codes);
    const causes = readdirSync(new URL('../errors/', import.meta.url));
    expect(causes.map((file) => basename(file, '.md')).toSorted()).toEqual(codes);
  });

  it('explains on each error page the cause, the action, and the response', () => {
    for (const { code, status, action, clientError } of catalogue.errors.problems) {
      const markdown = page(`errors/${code}.md`);
      expect(markdown).toContain(`\`${code}\` · HTTP ${status} · \`${clientError}\` in the client`);
      expect(markdown).toMatch(/## Why it happens\n\n- /);
      expect(markdown).toContain(`## What to do\n\n${action}\n`);
      expect(markdown).toContain(`"code": "${code}"`);
      expect(markdown).toMatch(/## Where it happens\n\n(?:- `|At any address)/);
    }
  });

  it('lists every OAuth error, each at the address of its error_uri', () => {
    for (const { error } of catalogue.errors.oauth) {
      expect(page('errors.html')).toContain(`<a id="${error}"></a><code>${error}</code>`);
    }
  });

  it('has every operation in the reference, in its Markdown and in the SDK', () => {
    const scripts = files.filter((file) => /^assets\/script-.*\.js$/.test(file)).map(page);
    const reference = scripts.join('');
    for (const { id, isCalled } of contract.operations()) {
      const [resource = '', method = ''] = id.split('.');
      const methods = files
        .filter((file) => file.startsWith(`sdk/operations/${resource}/`) && file.endsWith('.md'))
        .map(page)
        .join('');
      expect({
        id,
        reference: reference.includes(`"operationId":"${id}"`),
        markdown: page('reference.md').includes(`\n## ${id}\n`),
        // The client has no method for a page that a browser opens, or for a form.
        sdk: !isCalled || methods.includes(`\n### ${method}()\n`),
      }).toEqual({ id, reference: true, markdown: true, sdk: true });
    }
  });

  it('has a page for the Python client, which names the address of the service', () => {
    const markdown = page('sdk/python.md');
    expect(markdown).toContain('PartnerRatingClient(base_url="http://localhost:3001/api/v1")');
    expect(markdown).not.toMatch(/environment="local"|\]\(\.\.\/\.\./);
    expect(page('downloads.md')).toContain('sdk/python.md');
  });

  it('has the schema of every webhook event, which refers to nothing outside it', () => {
    const { oneOf, $defs } = JSON.parse(page('events.schema.json'));
    expect(oneOf).toHaveLength(contract.events().length);
    for (const [, name = ''] of page('events.schema.json').matchAll(/"\$ref": "([^"]+)"/g)) {
      expect(Object.keys($defs).map((one) => `#/$defs/${one}`)).toContain(name);
    }
  });

  it('has the Markdown of every page, and the page links to it', () => {
    for (const file of written) {
      expect(files).toContain(twinOf(file));
      const isLinked = page(file).includes(`href="/docs/${twinOf(file)}"`);
      expect([file, isLinked]).toEqual([file, true]);
      expect(page(twinOf(file))).toMatch(/^# \S/);
    }
  });

  it('lists every page in llms.txt, with what it is about', () => {
    const list = page('llms.txt');
    expect(list).toMatch(/^# Partner Rating Service\n\n> /);
    for (const file of written.filter((name) => name !== 'index.html')) {
      const line = new RegExp(`^- \\[.+\\]\\(/docs/${twinOf(file)}\\): \\S`, 'm');
      expect([file, line.test(list)]).toEqual([file, true]);
    }
    expect(page('llms-full.txt')).toContain(page('guides/limits.md'));
  });

  it('has a page for each release of the service that begins with the contract, and an index with the newest first that marks breaking releases', () => {
    const service = readFileSync(new URL('../../service/CHANGELOG.md', import.meta.url), 'utf8');
    const releases = Array.from(
      service.matchAll(/^## (\S+)\n\nReleased on (\S+)\.$/gm),
      ([, version = '', date = '']) => ({ version, date }),
    );
    expect(releases.length).toBeGreaterThan(0);
    for (const { version, date } of releases) {
      const markdown = page(`changelog/${version}.md`);
      expect(markdown).toContain(`# ${version} (${date})\n`);
      expect(markdown).toContain(`\n## @partner-rating/service ${version}\n`);
    }
    expect(page('changelog/0.5.0.md')).toMatch(/^# .*\n\n.*\n\n## @partner-rating\/spec 0\.4\.0\n/);
    const index = page('changelog/index.md');
    expect(index).toContain('0.5.0.md), with the contract 0.4.0 (**breaking**)\n');
    for (const { version } of releases) {
      const isBreaking = page(`changelog/${version}.md`).includes('**Breaking');
      const line = index.split('\n').find((one) => one.includes(`/${version}.md)`));
      expect([version, line?.endsWith(' (**breaking**)')]).toEqual([version, isBreaking]);
    }
    const listed = index.matchAll(/^- \[(\d.*)\]\(\S+\/([\d.]+)\.md\)/gm);
    expect(Array.from(listed, ([, title, version]) => [title, version])).toEqual(
      releases.map(({ version, date }) => [`${version} (${date})`, version]),
    );
  });

  it('has the section that notices of a removal link to', () => {
    expect(page('guides/versioning.html')).toContain('<h2 id="deprecation">');
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

  it('names assets by their content', () => {
    for (const asset of files.filter((file) => file.startsWith('assets/'))) {
      expect(asset).toMatch(/[-.][\w-]{5,10}\.(?:js|css|svg)$/);
    }
  });
});
