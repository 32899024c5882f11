import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { OpenApiDocument } from './document.ts';
import { operationsOf } from './document.ts';
import { types } from './types.ts';

const file = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const document: OpenApiDocument = JSON.parse(await file('../../../spec/dist/openapi.json'));
const resources = [...new Set(operationsOf(document).map(({ id }) => id.split('.')[0] ?? ''))];
const sources = Object.fromEntries(
  await Promise.all(
    resources.map(async (name) => [name, await file(`../src/resources/${name}.ts`)] as const),
  ),
);
const dates = { deprecated: true, 'x-deprecated-at': '2026-10-01', 'x-sunset': '2027-04-01' };

/** The deprecated operations whose methods do not say so to an editor. */
function unmarkedMethods(changed: OpenApiDocument, code: Record<string, string>): string[] {
  return Object.values(changed.paths)
    .flatMap((item) => Object.values(item))
    .filter(({ deprecated }) => deprecated === true)
    .map(({ operationId }) => String(operationId))
    .filter((id) => {
      const [resource = '', method = ''] = id.split('.');
      const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s+(?:async )?${method}[<(]`);
      return !comment.exec(code[resource] ?? '')?.[1]?.includes('@deprecated ');
    });
}

test('the method of a deprecated operation is marked @deprecated', () => {
  expect(unmarkedMethods(document, sources)).toEqual([]);
});

test('a deprecated operation without the mark is noticed', () => {
  const changed = structuredClone(document);
  Object.assign(changed.paths['/partner/usage']?.get ?? {}, dates);
  expect(unmarkedMethods(changed, sources)).toEqual(['usage.get']);
  const usage = sources.usage?.replace(
    / {3}\*\n {3}\* @example\n/,
    '   * @deprecated Read the headers.\n$&',
  );
  expect(unmarkedMethods(changed, { ...sources, usage: usage ?? '' })).toEqual([]);
});

test('the types of deprecated fields and parameters are marked', async () => {
  const changed = structuredClone(document);
  const fields = changed.components.schemas?.Member?.properties ?? {};
  Object.assign((fields as Record<string, object>).city ?? {}, dates);
  const [parameter] = (changed.paths['/partner/webhook-deliveries']?.get?.parameters ??
    []) as object[];
  Object.assign(parameter ?? {}, dates);
  const code = await types(changed);
  expect(code).toMatch(/@deprecated\s+\*\/\s+city\?: City;/);
  expect(code).toMatch(/@deprecated\s+\*\/\s+event\?: /);
});
