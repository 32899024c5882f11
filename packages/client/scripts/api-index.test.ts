import { clientContract as contract } from '@partner-rating/spec/contract';
import { type DocumentReader, readDocument } from '@partner-rating/spec/document';
import { expect, test } from 'vitest';
import { apiIndex } from './api-index.ts';
import { type ApiModule, readPublicApi } from './public-api.ts';

const modules = await readPublicApi();
const index = apiIndex(modules, contract);

test('every operation is listed as a method, with its request', () => {
  for (const { id, method, path } of contract.operations().filter(({ isCalled }) => isCalled)) {
    const [, after = ''] = index.split(`- \`client.${id}(`);
    expect(after.split('\n')[1]).toContain(`${method} \`${path}\`. `);
  }
});

test('every export is listed under its entry point, with a description', () => {
  for (const { name, symbols } of modules.filter(({ isEntry }) => isEntry)) {
    const [, section = ''] = index.split(`## \`${name}\`\n`);
    const [ofEntry = ''] = section.split('\n## ');
    for (const symbol of symbols) {
      const [, line = ''] = ofEntry.split(new RegExp(`^- \`${symbol.name}\\b`, 'm'));
      expect(line.split('\n- ')[0]).toMatch(/\p{Letter}{2,}[^\n]*[.:]/u);
    }
  }
});

test('types have their exported names', () => {
  expect(index).toContain('`client.usage.get(options?: RequestOptions): ResponsePromise<Usage>`');
  expect(index).toContain('PagePromise<Leaderboard, LeaderboardEntry>`');
});

test('a function with overloads is listed with its longest overload', () => {
  expect(index).toContain('`describeScope(scope: string): string | undefined`');
});

/** Returns the deprecated operations whose methods are not marked. */
function unmarkedMethods({ operations }: DocumentReader, api: ApiModule[]): string[] {
  const marked = api.flatMap(({ name: resource, symbols }) =>
    symbols
      .flatMap(({ members }) => members)
      .filter(({ isDeprecated }) => isDeprecated)
      .map(({ name }) => `${resource}.${name}`),
  );
  return operations()
    .filter(({ deprecated, id }) => deprecated === true && !marked.includes(id))
    .map(({ id }) => id);
}

test('the method of a deprecated operation is marked @deprecated', () => {
  expect(unmarkedMethods(contract, modules)).toEqual([]);
});

test('the check finds a deprecated operation without the mark', () => {
  const changed = readDocument(structuredClone(contract.document));
  const dates = { deprecated: true, 'x-deprecated-at': '2026-10-01', 'x-sunset': '2027-04-01' };
  Object.assign(changed.document.paths['/partner/usage']?.get ?? {}, dates);
  expect(unmarkedMethods(changed, modules)).toEqual(['usage.get']);
  const marked = structuredClone(modules);
  const usage = marked.filter(({ name }) => name === 'usage').flatMap(({ symbols }) => symbols);
  for (const method of usage.flatMap(({ members }) => members)) method.isDeprecated = true;
  expect(unmarkedMethods(changed, marked)).toEqual([]);
});

test('no type is listed as any', () => {
  expect(index).not.toMatch(/`[^`\n]*(: any\b|\bany\[\])[^`\n]*`/);
});
