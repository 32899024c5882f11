// `pnpm run release:rehearse`: makes a release in a copy of the repository, with a registry on this machine. Then it
// installs the published packages in empty projects and uses them.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readChangesets } from '@changesets/read';
import { Command } from 'commander';
import { nodes, usePackages } from './every-node.ts';
import { ordinaryUser } from './installed-service.ts';
import { startLocalRegistry } from './local-registry.ts';
import { publishedPackages } from './published-packages.ts';
import { installPythonPackage } from './python-package.ts';
import { rehearseService, type StepWork } from './rehearse-service.ts';
import { createPrograms } from './run-programs.ts';
import { gitEnvironment, scratchCopy } from './scratch-copy.ts';

new Command()
  .description('Makes a release in a copy of the repository, with a registry on this machine.')
  .parse();

const root = resolve(import.meta.dirname, '../../..');
// Temporary files are often on another file system, where pnpm would create another store.
const store = execFileSync('pnpm', ['store', 'path'], { cwd: root, encoding: 'utf8' }).trim();
const folders = {
  copy: scratchCopy(root),
  storage: temporaryFolder('registry'),
  project: temporaryFolder('project'),
  python: temporaryFolder('python'),
  service: temporaryFolder('service'),
  operator: temporaryFolder('operator'),
};
const site = 'https://github.com/courtside-club/rehearsal';
const registry = await startLocalRegistry(folders.storage);
const programs = createPrograms({
  ...gitEnvironment,
  CI: 'true',
  PNPM_CONFIG_STORE_DIR: store,
  // Files that are already generated or built here come from the cache.
  TURBO_CACHE_DIR: join(root, '.turbo/cache'),
  GITHUB_REPOSITORY: 'courtside-club/rehearsal',
  SERVICE_API_KEY: 'prk_rehearsal',
  TURBO_TELEMETRY_DISABLED: '1',
});
const { run } = programs;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));
}

try {
  await step('Install the copy', () =>
    run(folders.copy, 'pnpm', ['install', '--frozen-lockfile', '--offline']),
  );
  await step('Commit it', async () => {
    await run(folders.copy, 'git', ['init', '--quiet', '--initial-branch=main']);
    await run(folders.copy, 'git', ['add', '--all']);
    await run(folders.copy, 'git', ['commit', '--quiet', '--message=Rehearsal']);
  });
  if ((await readChangesets(root)).length > 0) {
    await step('Set the versions', () => run(folders.copy, 'pnpm', ['run', 'version']));
  }
  const packages = publishedPackages(folders.copy);
  const packed = join(folders.copy, 'dist/packages');
  await step('Pack every package before anything is built', async () => {
    await run(folders.copy, 'pnpm', ['run', 'pack', '--site', site]);
    const tarballs = readdirSync(packed).filter((name) => name.endsWith('.tgz'));
    if (tarballs.length !== packages.length) throw new Error(`It packed ${tarballs.join(', ')}.`);
    for (const tarball of tarballs) {
      const files = (await run(packed, 'tar', ['-tzf', tarball])).split('\n');
      const manifest = await run(packed, 'tar', ['-xzOf', tarball, 'package/package.json']);
      const named = [...filesNamedIn(manifest), 'CHANGELOG.md'];
      const missing = named.filter((file) => !files.includes(`package/${file}`));
      if (missing.length > 0) throw new Error(`${tarball} lacks ${missing.join(', ')}.`);
      const changelog = await run(packed, 'tar', ['-xzOf', tarball, 'package/CHANGELOG.md']);
      const undated = changelog.match(/^## .+\n\n(?!Released on \d{4}-\d\d-\d\d[.,])/m);
      if (undated !== null) throw new Error(`${tarball} does not say when it was released.`);
      if (changelog.includes('Updated dependencies')) {
        throw new Error(`${tarball} lists commits instead of the versions that it uses.`);
      }
    }
  });
  await step('Check that the released document is up to date and has its version', async () => {
    const report = await run(folders.copy, 'node', ['tools/release/src/check-changesets.ts']);
    const { version } = packages.find(({ name }) => name === '@partner-rating/spec') ?? {};
    const document = readFileSync(join(folders.copy, 'spec/dist/openapi.json'), 'utf8');
    const isNamed = JSON.parse(document).info.version === version;
    if (!isNamed || !report.includes('the document asks for no bump')) throw new Error(report);
  });
  writeFileSync(join(folders.copy, '.npmrc'), registry.npmrc);
  // Only the workflow can prove the origin of a package. Here, publishing must fail because the proof is missing. If
  // pnpm did not know a setting, it would silently publish without a proof.
  await step("Check that the workflow's settings require a proof of origin", async () => {
    const attempt = run(join(folders.copy, 'spec'), 'pnpm', ['publish', '--no-git-checks'], {
      environment: { ...publishSettings(), GITHUB_ACTIONS: undefined },
    });
    const refusal = await attempt.then(
      () => 'It was published without.',
      (error: Error) => error.message,
    );
    if (!refusal.includes('PROVENANCE')) throw new Error(refusal);
  });
  await step('Build and publish', () => run(folders.copy, 'pnpm', ['run', 'release']));
  // The workflow creates a GitHub release for each tag, and changesets does not report a missing tag.
  await step('Check that each version has a tag', async () => {
    const tags = (await run(folders.copy, 'git', ['tag'])).split('\n');
    const wanted = packages.map(({ name, version }) => `${name}@${version}`);
    const missing = wanted.filter((tag) => !tags.includes(tag));
    if (missing.length > 0) throw new Error(`There is no tag ${missing.join(', ')}.`);
  });
  await step('Install them in an empty project', async () => {
    writeFileSync(join(folders.project, 'package.json'), '{ "type": "module", "private": true }\n');
    writeFileSync(join(folders.project, '.npmrc'), registry.npmrc);
    const names = packages.map(({ name, version }) => `${name}@${version}`);
    await run(folders.project, 'npm', ['install', '--no-audit', '--no-fund', ...names]);
  });
  await step("Run the client's quick start against the mock", async () => {
    expectRatings(await quickStart(await startMock()));
  });
  await step('Install the Python package, and run its quick start against the mock', async () => {
    const python = await installPythonPackage(run, packed, folders.python);
    const client = packages.find(({ name }) => name === '@partner-rating/client');
    if (python.version !== client?.version) {
      throw new Error(`It has version ${python.version}, and the client ${client?.version}.`);
    }
    if (!python.metadata.includes(`Project-URL: Changelog, ${site}/`)) {
      throw new Error('It does not say where its changelog is.');
    }
    const readme = readFileSync(join(folders.copy, 'packages/python/README.md'), 'utf8');
    const [, program = ''] = /```python\n(.*?)```/s.exec(readme) ?? [];
    const address = `${await startMock()}/api/v1`;
    expectRatings(await python.run(program, { SERVICE_URL_LOCAL: address }));
  });
  // The packages for programs. The service supports fewer versions, and has its own steps.
  const forPrograms = packages
    .filter(({ name }) => name !== '@partner-rating/service')
    .map(({ name, version }) => `${name}@${version}`);
  for (const version of [20, 22, 26] as const) {
    await step(`Install and use each of them on Node ${version}`, async () => {
      const folder = join(folders.project, `node-${version}`);
      const { npmrc } = registry;
      await usePackages(programs, nodes[version](), { folder, npmrc, packages: forPrograms });
    });
  }
  await step('Install the service alone in another, and close the registry', async () => {
    writeFileSync(join(folders.service, 'package.json'), '{ "private": true }\n');
    writeFileSync(join(folders.service, '.npmrc'), registry.npmrc);
    const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    const service = packages.find(({ name }) => name === '@partner-rating/service');
    await run(folders.service, 'npm', [
      'install',
      ...flags,
      `${service?.name}@${service?.version}`,
    ]);
    const bill = readFileSync(
      join(packed, `partner-rating-service-${service?.version}.cdx.json`),
      'utf8',
    );
    const missing = readdirSync(join(folders.service, 'node_modules')).filter(
      (name) => !/^[.@]/.test(name) && !bill.includes(`"pkg:npm/${name}@`),
    );
    if (missing.length > 0) throw new Error(`The SBOM lacks ${missing.join(', ')}.`);
    await registry.close();
    chmodSync(folders.service, 0o755);
  });
  const operator = ordinaryUser(folders.operator);
  await rehearseService({ programs, step, project: folders.service, operator });
  process.stdout.write('\nThe rehearsal succeeded.\n');
} catch (error) {
  process.stderr.write(`\nThe rehearsal failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

async function step(name: string, work: StepWork): Promise<void> {
  const start = performance.now();
  const notes: string[] = [];
  try {
    await work((text) => notes.push(text));
  } catch (error) {
    process.stdout.write(`✗ ${name}\n`);
    throw error;
  }
  notes.push(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  process.stdout.write(`✓ ${name} (${notes.join(', ')})\n`);
}

/** Starts the installed mock and returns its address, once it prints it. */
async function startMock(): Promise<string> {
  const mock = programs.begin(folders.project, 'node_modules/.bin/partner-rating-mock', [
    '--port=0',
  ]);
  return await mock.printed(/http:\/\/\S+:\d+/);
}

/** Runs the first program of the client's published README against another address. */
function quickStart(address: string): Promise<string> {
  const readme = join(folders.project, 'node_modules/@partner-rating/client/README.md');
  const [, program = ''] = /```ts\n(.*?)```/s.exec(readFileSync(readme, 'utf8')) ?? [];
  const local = "environment: 'local'";
  if (!program.includes(local)) throw new Error(`The quick start of ${readme} has no ${local}.`);
  const adapted = program.replace(local, `baseUrl: '${address}/api/v1'`);
  writeFileSync(join(folders.project, 'quick-start.ts'), adapted);
  return run(folders.project, process.execPath, ['quick-start.ts']);
}

/** @throws if a quick start did not print a rating and a change of a rating. */
function expectRatings(output: string): void {
  if (!/^\S.*: \d\.\d+$/m.test(output) || !/ → \d\.\d+$/m.test(output)) {
    throw new Error(`It printed neither a rating nor a change of one:\n${output}`);
  }
}

/** Returns the settings of pnpm with which the release workflow publishes. */
function publishSettings(): NodeJS.ProcessEnv {
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  const settings = workflow.matchAll(/^ +(\w*_CONFIG_\w+): '(.*)'$/gm);
  return Object.fromEntries([...settings].map(([, name = '', value = '']) => [name, value]));
}

/** Returns the files that a manifest names as entries of its package. */
function filesNamedIn(manifest: string): string[] {
  return [...manifest.matchAll(/"\.\/(dist\/[^"*]+)"/g)].map(([, file = '']) => file);
}

function temporaryFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `partner-rating-${name}-`));
}

async function cleanUp(): Promise<void> {
  await programs.endAll();
  await registry.close();
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
}
