import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { nameRepository } from './name-repository.ts';

const SITE = 'https://code.example/partner-rating';

it('the packages for both registries name the repository, however often it is written', () => {
  const root = mkdtempSync(join(tmpdir(), 'partner-rating-release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const file = (name: string) => join(root, 'packages', name);
  for (const folder of ['client', 'python']) {
    mkdirSync(file(folder), { recursive: true });
    writeFileSync(file(`${folder}/README.md`), '[changelog](CHANGELOG.md)\n');
    writeFileSync(
      file(`${folder}/package.json`),
      JSON.stringify({ name: folder, version: '0.1.0', private: folder === 'python' }),
    );
  }
  writeFileSync(file('python/pyproject.toml'), '[project]\nname = "partner-rating"\n');

  for (const _ of ['first', 'second']) nameRepository(root, SITE);

  for (const folder of ['client', 'python']) {
    expect(readFileSync(file(`${folder}/README.md`), 'utf8')).toBe(
      `[changelog](${SITE}/blob/main/packages/${folder}/CHANGELOG.md)\n`,
    );
  }
  expect(JSON.parse(readFileSync(file('client/package.json'), 'utf8'))).toMatchObject({
    repository: { type: 'git', url: `git+${SITE}.git`, directory: 'packages/client' },
    homepage: `${SITE}/tree/main/packages/client#readme`,
    bugs: `${SITE}/issues`,
  });
  expect(readFileSync(file('python/pyproject.toml'), 'utf8')).toBe(
    `[project]\nname = "partner-rating"\n\n[project.urls]\nHomepage = "${SITE}/tree/main/packages/python#readme"\n` +
      `Repository = "${SITE}"\nChangelog = "${SITE}/blob/main/packages/python/CHANGELOG.md"\nIssues = "${SITE}/issues"\n`,
  );
});
