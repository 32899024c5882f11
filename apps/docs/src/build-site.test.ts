import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from './build-site.ts';
import type { ErrorCatalogue } from './error-pages.ts';

const require = createRequire(import.meta.url);
const catalogue = require('@partner-rating/spec/errors.json') as ErrorCatalogue;
const openapi = require('@partner-rating/spec/openapi.json') as {
  paths: Record<string, Record<string, { operationId?: string }>>;
};

describe('the built site', () => {
  let site: string;

  beforeAll(() => {
    site = mkdtempSync(join(tmpdir(), 'partner-rating-docs-'));
    buildSite(site);
  });
  afterAll(() => rmSync(site, { recursive: true }));

  const page = (path: string) => readFileSync(join(site, path), 'utf8');

  it('has a page for every error code and no other', () => {
    const codes = catalogue.problems.map((problem) => problem.code);
    const pages = readdirSync(join(site, 'errors')).map((name) => name.replace('.html', ''));
    expect(pages.sort()).toEqual([...codes, 'index'].sort());
  });

  it('says on each error page what to do', () => {
    for (const { code, status } of catalogue.problems) {
      expect(page(`errors/${code}.html`)).toContain(`<code>${code}</code> · HTTP status ${status}`);
      expect(page(`errors/${code}.html`)).toContain('What to do');
    }
  });

  it('lists every OAuth error', () => {
    for (const { error } of catalogue.oauth) {
      expect(page('errors/index.html')).toContain(`<code>${error}</code>`);
    }
  });

  it('holds every operation in the reference', () => {
    for (const operation of Object.values(openapi.paths).flatMap((item) => Object.values(item))) {
      if (operation.operationId !== undefined) {
        const { operationId } = operation;
        expect([operationId, page('index.html').includes(operationId)]).toEqual([
          operationId,
          true,
        ]);
      }
    }
  });

  it('has the guides, with links to each other and the files they show', () => {
    const guide = page('guides/submitting-matches.html');
    expect(guide).toContain('<title>Submit matches · Partner Rating Service</title>');
    expect(guide).toContain('href="/docs/guides/connect-flow"');
    expect(guide).toContain('href="#take-a-match-back"');
    expect(guide).toContain('<h2 id="take-a-match-back">');
    expect(page('guides/index.html')).toContain('href="/docs/guides/ratings"');
    expect(readdirSync(join(site, 'guides/images'))).toContain('log-in-phone.png');
  });

  it('loads nothing from another host', () => {
    const loads = /<(?:script|img|iframe)[^>]+src="https?:|<link[^>]+href="https?:/;
    const pages = ['errors/index.html', 'errors/not_found.html', 'guides/connect-flow.html'];
    for (const name of ['index.html', ...pages]) {
      expect([name, loads.exec(page(name))?.[0]]).toEqual([name, undefined]);
    }
    expect(page('index.html')).toContain("default-src 'self'");
  });
});
