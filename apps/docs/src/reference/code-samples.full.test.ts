import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ExampleService } from '@partner-rating/client/testing';
import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { openShell } from '../testing/shell.ts';
import { codeSamples } from './code-samples.ts';

const sampleOf = (label: string) =>
  contract.operations().flatMap((operation) => {
    const sample = codeSamples(operation).find((one) => one.label === label);
    return sample === undefined ? [] : [{ ...operation, source: sample.source }];
  });

/** Compares fields and not values, because the mock replaces some example values by the values of the request. */
const formOf = (answer: unknown): string[] =>
  Object.keys(Object(Array.isArray(answer) ? answer[0] : answer)).toSorted();

it('every operation has samples in every language, except pages, and forms, which have only curl', () => {
  const without = contract
    .operations()
    .map((operation) => [operation.id, codeSamples(operation).map(({ label }) => label)] as const)
    .filter(([, languages]) => languages.length !== 3);
  expect(Object.fromEntries(without)).toEqual({
    'oauth.showAuthorization': [],
    'oauth.pushAuthorization': ['curl'],
  });
});

describe('in the shell, against the mock', () => {
  testRows(sampleOf('curl'))(
    'each gets a response with the fields of its examples',
    async ({ responses, source }) => {
      const shell = openShell('/tmp', {
        SERVICE_API_KEY: 'prk_test',
        ACCESS_TOKEN: 'pra_test',
      });
      const answer = await shell
        .run(source.replace('http://localhost:3001', inject('mock')))
        .finally(shell.close);
      const success = Object.entries(responses).filter(([status]) => status < '300');
      const examples = success.flatMap(
        ([, { content }]) => content['application/json']?.examples ?? [],
      );
      if (examples.length === 0) expect(answer).toBe('');
      else {
        const forms = examples.map(({ value }) => formOf(value));
        expect(forms).toContainEqual(formOf(JSON.parse(answer)));
      }
    },
  );
});

describe('in TypeScript', () => {
  const samples = sampleOf('TypeScript');

  it('compiles with strict', () => {
    // Where the packages of the workspace are found.
    const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
    mkdirSync(modules, { recursive: true });
    const directory = mkdtempSync(`${modules}/.samples-`);
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const files = samples.map(({ id, source }) => {
      const file = `${directory}/${id}.ts`;
      writeFileSync(file, `${source}\n`);
      return file;
    });
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
    const allowed = [
      '--ignoreConfig',
      '--allowImportingTsExtensions',
      '--skipLibCheck',
      '--types',
      'node',
    ];
    expect(() =>
      execFileSync('tsc', [...options, ...allowed, ...files], { encoding: 'utf8' }),
    ).not.toThrow();
  });

  testRows(samples)('each runs', async ({ id, source }) => {
    vi.stubEnv('SERVICE_API_KEY', 'prk_test');
    const service = new ExampleService();
    vi.stubGlobal('fetch', service.fetch);
    const { PartnerRatingClient } = await import('@partner-rating/client');
    const [, body = ''] = source.split(/^import .*$/m);
    const run = new Function('PartnerRatingClient', 'console', `return (async () => {${body}})();`);
    await run(PartnerRatingClient, { log: () => {} });
    expect(service.requests.map((request) => request.operation)).toContain(id);
  });
});
