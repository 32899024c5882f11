import { execFileSync } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, matchesGlob, resolve } from 'node:path';
import { testRows } from '@partner-rating/table-tests';
import { expect, it, onTestFinished } from 'vitest';
import { scratchCopy } from './scratch-copy.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The generators that write the list of sports, in the order in which they run. */
const generators = [
  ['spec', 'scripts/bundle.ts'],
  ['packages/client', 'scripts/generate.ts'],
  ['packages/server', 'scripts/generate.ts'],
  ['packages/mcp', 'scripts/generate.ts'],
] as const;

/** Links the modules of a package into the copy, except the contract and the generators, which are those of the copy. */
function linkModules(copy: string, folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(copy, modules, '@partner-rating'), { recursive: true });
  for (const name of readdirSync(join(root, modules)).filter((one) => one !== '@partner-rating')) {
    symlinkSync(join(root, modules, name), join(copy, modules, name));
  }
  symlinkSync(join(copy, 'spec'), join(copy, modules, '@partner-rating/spec'));
  symlinkSync(join(copy, 'tools/codegen'), join(copy, modules, '@partner-rating/codegen'));
}

it('a sport that is added to the catalogue is generated into the document, client, stubs and the instructions of agents', () => {
  const copy = scratchCopy(root);
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  const sports = JSON.parse(read('spec/catalogue/sports.json'));
  const added = { code: 'beach-tennis', name: 'Beach tennis' };
  writeFileSync(join(copy, 'spec/catalogue/sports.json'), JSON.stringify([...sports, added]));

  linkModules(copy, 'tools/codegen');
  for (const [folder, script] of generators) {
    linkModules(copy, folder);
    execFileSync(process.execPath, [join(copy, folder, script)], { stdio: 'pipe' });
  }

  const { components } = JSON.parse(read('spec/dist/openapi.json'));
  expect(components.schemas.SportCode['x-extensible-enum']).toContain('beach-tennis');
  expect(components.schemas.SportCode.description).toContain('and `beach-tennis`.');
  expect(read('packages/client/src/generated/types.gen.ts')).toMatch(
    /type SportCode = .*'beach-tennis'/,
  );
  expect(read('packages/mcp/src/sports.gen.ts')).toContain('"beach-tennis"');
  // The service reads from this file which sports it rates.
  expect(read('packages/server/src/catalogue/catalogue.gen.ts')).toContain(JSON.stringify(added));
});

const readJson = (path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8').replaceAll(/^ *\/\/ .*$/gm, ''));

// Turbo itself sees changes of the packages on which this package depends. For other packages, it only knows the inputs.
const { devDependencies } = readJson('tools/release/package.json');
const elsewhere = [...generators, ['tools/codegen', 'src/model/index.ts'] as const].filter(
  ([folder]) => !(readJson(`${folder}/package.json`).name in devDependencies),
);

testRows(elsewhere)(
  'the tests of releases run again after a change of any generator',
  (folder, script) => {
    const inputs: string[] = readJson('tools/release/turbo.json').tasks.test.inputs;
    const globs = inputs.map((input) => input.replace('../../', ''));
    const files = globSync(`${folder}/{scripts,src}/**/*.*`, { cwd: root });
    expect(files).toContain(`${folder}/${script}`);
    expect(files.filter((file) => !globs.some((glob) => matchesGlob(file, glob)))).toEqual([]);
  },
);
