import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from './published-packages.ts';
import { withAbsoluteLinks } from './readme-links.ts';

const python = 'packages/python';

/**
 * Writes the address of the repository into every package: into its manifest, and into the links of its README, because a
 * registry does not show the files next to the README. Only a release knows the address, so it is written nowhere else.
 *
 * @param root - the repository, whose files it changes.
 * @param site - the address of the repository, such as `https://github.com/owner/name`.
 */
export function nameRepository(root: string, site: string): void {
  const packages = publishedPackages(root);
  for (const { directory } of packages) {
    edit(join(root, directory, 'package.json'), (manifest) => {
      const named = {
        ...JSON.parse(manifest),
        repository: { type: 'git', url: `git+${site}.git`, directory },
        homepage: `${site}/tree/main/${directory}#readme`,
        bugs: `${site}/issues`,
      };
      return `${JSON.stringify(named, null, 2)}\n`;
    });
  }
  for (const directory of [...packages.map((one) => one.directory), python]) {
    edit(join(root, directory, 'README.md'), (readme) =>
      withAbsoluteLinks(readme, directory, site),
    );
  }
  edit(join(root, python, 'pyproject.toml'), (project) => {
    const [others = ''] = project.split('\n[project.urls]');
    const urls = [
      `Homepage = "${site}/tree/main/${python}#readme"`,
      `Repository = "${site}"`,
      `Changelog = "${site}/blob/main/${python}/CHANGELOG.md"`,
      `Issues = "${site}/issues"`,
    ];
    return `${others}\n[project.urls]\n${urls.join('\n')}\n`;
  });
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
