import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const run = promisify(execFile);
const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The packages that must work in every runtime. They have no dependencies. */
export const packageNames = ['@partner-rating/client', '@partner-rating/ratings'] as const;

/** Packs the packages as for publishing, and returns the tarballs. */
export async function packPackages(folder: string): Promise<string[]> {
  return await Promise.all(
    packageNames.map(async (name) => {
      const directory = name.slice('@partner-rating/'.length);
      const tarball = join(folder, `${directory}.tgz`);
      // `npm pack` would ignore `publishConfig`.
      const cwd = folderOf(`../../../packages/${directory}`);
      // The packages are already built, so packing need not build them.
      await run('pnpm', ['pack', '--ignore-scripts', '--out', tarball], { cwd });
      return tarball;
    }),
  );
}

/** Creates an empty project of ES modules, and installs the tarballs like a partner. */
export async function newProject(folder: string, tarballs: readonly string[]): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // Without the settings of pnpm, about which npm would warn, and with a writable home. There is nothing to download.
  const { PATH } = process.env;
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], {
    cwd: folder,
    env: { PATH, HOME: dirname(folder) },
  });
  return folder;
}

/** Puts the behaviours into a project as plain JavaScript, which every runtime accepts. */
export async function addBehaviours(project: string): Promise<void> {
  const source = folderOf('../behaviours');
  const target = join(project, 'behaviours');
  await mkdir(target);
  for (const file of await readdir(source)) {
    const { outputText } = transpileModule(await readFile(join(source, file), 'utf8'), {
      compilerOptions: {
        target: ScriptTarget.ES2022,
        module: ModuleKind.ESNext,
        verbatimModuleSyntax: true,
        rewriteRelativeImportExtensions: true,
      },
    });
    await writeFile(join(target, file.replace(/\.ts$/, '.js')), outputText);
  }
}

interface Entry {
  name: string;
  path: string;
}

/** Returns the entry points of the packages: each name, and the path of its module in the project. */
export async function entriesOf(project: string): Promise<Entry[]> {
  return (await Promise.all(packageNames.map((name) => entriesOfOne(project, name)))).flat();
}

async function entriesOfOne(project: string, packageName: string): Promise<Entry[]> {
  const folder = `node_modules/${packageName}`;
  const { exports } = JSON.parse(await readFile(join(project, folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { import: { default: string } }>;
  };
  return Object.entries(exports).flatMap(([subpath, entry]) =>
    typeof entry === 'string'
      ? []
      : [{ name: join(packageName, subpath), path: join(folder, entry.import.default) }],
  );
}
