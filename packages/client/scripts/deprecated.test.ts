import { readFile } from 'node:fs/promises';
import { contract } from '@partner-rating/spec/contract';
import { type DocumentReader, readDocument } from '@partner-rating/spec/document';
import { expect, test } from 'vitest';
import { types } from './types.ts';

const file = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const resources = [...new Set(contract.operations().map(({ id }) => id.split('.')[0] ?? ''))];
const sources = Object.fromEntries(
  await Promise.all(
    resources.map(async (name) => [name, await file(`../src/resources/${name}.ts`)] as const),
  ),
);
const dates = { deprecated: true, 'x-deprecated-at': '2026-10-01', 'x-sunset': '2027-04-01' };

/** The deprecated operations whose methods do not say so to an editor. */
function unmarkedMethods({ operations }: DocumentReader, code: Record<string, string>): string[] {
  return operations()
    .filter(({ deprecated }) => deprecated === true)
    .map(({ id }) => id)
    .filter((id) => {
      const [resource = '', method = ''] = id.split('.');
      const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s+(?:async )?${method}[<(]`);
      return !comment.exec(code[resource] ?? '')?.[1]?.includes('@deprecated ');
    });
}

test('the method of a deprecated operation is marked @deprecated', () => {
  expect(unmarkedMethods(contract, sources)).toEqual([]);
});

test('a deprecated operation without the mark is noticed', () => {
  const changed = readDocument(structuredClone(contract.document));
  Object.assign(changed.document.paths['/partner/usage']?.get ?? {}, dates);
  expect(unmarkedMethods(changed, sources)).toEqual(['usage.get']);
  const usage = sources.usage?.replace(
    / {3}\*\n {3}\* @example\n/,
    '   * @deprecated Read the headers.\n$&',
  );
  expect(unmarkedMethods(changed, { ...sources, usage: usage ?? '' })).toEqual([]);
});

test('the types of deprecated fields and parameters are marked', async () => {
  const changed = readDocument(structuredClone(contract.document));
  Object.assign(changed.schemas.Member?.properties?.city ?? {}, dates);
  const { parameters = [] } = changed.document.paths['/partner/webhook-deliveries']?.get ?? {};
  Object.assign(parameters[0] ?? {}, dates);
  const code = await types(changed);
  expect(code).toMatch(/@deprecated\s+\*\/\s+city\?: City;/);
  expect(code).toMatch(/@deprecated\s+\*\/\s+event\?: /);
});
