import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, folder } from './source.ts';

/** Runs a generator, and returns the client that it writes. */
const generators = {
  'openapi-typescript': (document: string, client: string) => [document, '--output', client],
  orval: (document: string, client: string) => [
    ...['--input', document, '--output', client],
    ...['--client', 'fetch'],
  ],
  oazapfts: (document: string, client: string) => [document, client],
  redocly: (document: string, client: string) => [
    ...['generate-client', document, '--output', client],
    ...['--generator', 'typescript'],
  ],
};

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'generators-'));
  // The client of oazapfts imports its runtime.
  symlinkSync(`${folder}node_modules`, join(directory, 'node_modules'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Returns the compiler's errors in the client that a generator writes. Empty if it compiles. */
function compile(name: keyof typeof generators, document: object): string {
  const [source, client] = [join(directory, `${name}.json`), join(directory, `${name}.ts`)];
  writeFileSync(source, JSON.stringify(document));
  execFileSync(`${folder}node_modules/.bin/${name}`, generators[name](source, client), {
    cwd: directory,
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
    stdio: 'ignore',
  });
  expect(readFileSync(client, 'utf8')).toContain('displayName');
  const { stdout } = spawnSync(
    `${folder}node_modules/.bin/tsc`,
    [
      ...['--singleThreaded', '--ignoreConfig', '--noEmit', '--strict', '--types', ''],
      ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
      ...['--module', 'esnext', '--moduleResolution', 'bundler', client],
    ],
    { encoding: 'utf8' },
  );
  return stdout;
}

describe('generators of others', () => {
  testRows(Object.keys(generators) as (keyof typeof generators)[])(
    'write code that compiles',
    (name) => {
      expect(compile(name, contract.document)).toBe('');
    },
  );

  it('the rule map-keys refuses a map next to an optional property, for which oazapfts writes code that does not compile', () => {
    const document = structuredClone(contract.document);
    const mixed = {
      type: 'object',
      properties: { size: { type: 'integer' } },
      additionalProperties: { type: 'string' },
    };
    Object.assign(document.components?.schemas?.Member?.properties ?? {}, { labels: mixed });
    expect(compile('oazapfts', document)).toContain("Property 'size'");
  });
});
