import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const run = promisify(execFile);
const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The packages that are to work in every runtime; neither has dependencies. */
export const packageNames = ['@partner-rating/client', '@partner-rating/ratings'] as const;

/** Packs the packages as they would be published, and gives the tarballs. */
export async function packPackages(folder: string): Promise<string[]> {
  return await Promise.all(
    packageNames.map(async (name) => {
      const directory = name.slice('@partner-rating/'.length);
      const tarball = join(folder, `${directory}.tgz`);
      // `npm pack` would take no notice of `publishConfig`.
      const cwd = folderOf(`../../../packages/${directory}`);
      // The build came before, so packing need not build again.
      await run('pnpm', ['pack', '--ignore-scripts', '--out', tarball], { cwd });
      return tarball;
    }),
  );
}

/** A project of ES modules that is empty but for the tarballs, installed as a partner does. */
export async function newProject(folder: string, tarballs: readonly string[]): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // Without the settings of pnpm, which npm would warn of, and with a home that can be written to. There is nothing to fetch.
  const { PATH } = process.env;
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], {
    cwd: folder,
    env: { PATH, HOME: dirname(folder) },
  });
  return folder;
}

/** Puts the behaviours into a project, as plain JavaScript, which is what every runtime takes. */
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

/** What the packages offer to `import`: the name, and the path of its module in the project. */
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
