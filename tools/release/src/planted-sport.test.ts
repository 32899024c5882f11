import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratchCopy } from './scratch-copy.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Links the modules of a package into the copy, where the contract is the one of the copy. */
function linkModules(copy: string, folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(copy, modules, '@partner-rating'), { recursive: true });
  for (const name of readdirSync(join(root, modules)).filter((one) => one !== '@partner-rating')) {
    symlinkSync(join(root, modules, name), join(copy, modules, name));
  }
  symlinkSync(join(copy, 'spec'), join(copy, modules, '@partner-rating/spec'));
}

it('a sport that is added to the catalogue is generated into the document, client, stubs and the instructions of agents', () => {
  const copy = scratchCopy(root);
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  const sports = JSON.parse(read('spec/catalogue/sports.json'));
  const added = { code: 'beach-tennis', name: 'Beach tennis' };
  writeFileSync(join(copy, 'spec/catalogue/sports.json'), JSON.stringify([...sports, added]));

  for (const [folder, script] of [
    ['spec', 'scripts/bundle.ts'],
    ['packages/client', 'scripts/generate.ts'],
    ['packages/server', 'scripts/generate.ts'],
    ['packages/mcp', 'scripts/generate.ts'],
  ] as const) {
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
  // The service takes the sports that it rates from these.
  expect(read('packages/server/src/catalogue/catalogue.gen.ts')).toContain(JSON.stringify(added));
});
