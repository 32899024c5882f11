import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { testRows } from '@partner-rating/table-tests';
import type { CompilerOptions } from 'typescript';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newProject } from '../src/packed-packages.ts';

const execute = promisify(execFile);
const require = createRequire(import.meta.url);
const readme = await readFile(
  new URL('../../../packages/client/README.md', import.meta.url),
  'utf8',
);
const [quickStart = '', ...laterBlocks] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code = '']) => code,
);

const facts = inject('facts');
const services = [
  { service: 'the mock', origin: inject('mockOrigin'), apiKey: 'prk_any' },
  { service: 'the service', origin: new URL(facts.baseUrl).origin, apiKey: facts.apiKey },
];
let folder: string;
let project: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partner-rating-quick-start-'));
  project = await newProject(join(folder, 'project'), inject('tarballs'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the quick start of the README in an empty project', () => {
  const compiled = 'compiled/quick-start.js';
  beforeAll(async () => {
    await paste('quick-start.ts', quickStart);
    await paste('quick-start.js', quickStart);
  });

  test('compiles with strict and moduleResolution nodenext', async () => {
    const options = { target: 'es2022', module: 'nodenext', outDir: 'compiled' };
    await expectToCompile(options, ['quick-start.ts']);
  });

  test('compiles with strict and moduleResolution bundler', async () => {
    const options = { module: 'esnext', moduleResolution: 'bundler', noEmit: true };
    await expectToCompile(options, ['quick-start.ts']);
  });

  testRows(
    services.flatMap((service) =>
      ['quick-start.js', compiled].map((file) => [file, service] as const),
    ),
  )(
    'prints ratings and their changes, as JavaScript and TypeScript, against every service',
    async (file, service) => {
      const lines = await run(file, service);
      const players = lines.filter((line) => /^[^,]+\.: \d\.\d+$/.test(line));
      const changes = lines.filter((line) =>
        /^[^,]+\., [\w+-]+: (null|[\d.]+) → [\d.]+$/.test(line),
      );
      expect(players.length).toBeGreaterThan(1);
      expect(changes.length).toBeGreaterThan(1);
      expect(lines).toEqual([...players, ...changes]);
    },
  );
});

test('the other code of the README compiles with strict, Node, and vitest', async () => {
  await mkdir(join(project, 'node_modules/@types'));
  for (const name of ['@types/node', 'vitest']) {
    const installed = dirname(require.resolve(`${name}/package.json`));
    await symlink(installed, join(project, 'node_modules', name));
  }
  const files = laterBlocks.map((_, index) => `block-${index + 1}.ts`);
  for (const [index, file] of files.entries()) await paste(file, laterBlocks[index] ?? '');
  expect(files.length).toBeGreaterThan(4);
  // The declarations of vitest need other packages.
  const options = { module: 'nodenext', types: ['node'], skipLibCheck: true, noEmit: true };
  await expectToCompile(options, files);
});

test('every entry point of the package can be required', async () => {
  const names = ['', '/operations', '/testing', '/webhooks'].map(
    (subpath) => `@partner-rating/client${subpath}`,
  );
  await paste('required.cjs', names.map((name) => `console.log(require('${name}'));`).join('\n'));
  const { stdout } = await execute(process.execPath, ['required.cjs'], { cwd: project });
  for (const name of ['PartnerRatingClient', 'createSend', 'ExampleService', 'verifyWebhook']) {
    expect(stdout).toContain(name);
  }
});

async function paste(file: string, code: string): Promise<void> {
  await writeFile(join(project, file), code);
}

/** Type-checks as strictly as possible, including the declarations of the package. */
async function expectToCompile(
  options: { [name in keyof CompilerOptions]: unknown },
  files: string[],
): Promise<void> {
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: [] };
  await paste(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { target: 'esnext', ...strict, ...options }, files }),
  );
  const compiler = join(dirname(require.resolve('typescript-7/package.json')), 'bin/tsc');
  await execute(process.execPath, [compiler], { cwd: project }).catch((error) => {
    throw new Error(error.stdout);
  });
}

/** Runs a file that calls localhost:3001, and redirects it to another service. */
async function run(file: string, { origin, apiKey }: { origin: string; apiKey: string }) {
  await paste(
    'lead.js',
    `const { fetch } = globalThis;
    globalThis.fetch = (url, init) =>
      fetch(url.replace('http://localhost:3001/', '${origin}/'), init);`,
  );
  const { stdout, stderr } = await execute(process.execPath, ['--import', './lead.js', file], {
    cwd: project,
    env: { SERVICE_API_KEY: apiKey },
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}
