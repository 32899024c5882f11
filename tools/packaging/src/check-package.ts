import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** An installed package. */
export interface UnpackedPackage {
  folder: string;
  /** Runs Node in the package, where its name resolves to itself. */
  node: (...words: string[]) => void;
  /** Calls a function, given as source, with these modules: once imported, and once required. */
  inEachFormat: (use: string, modules: readonly string[]) => void;
}

/** The options of a check. */
export interface PackageCheck {
  /** Options of attw that differ from its defaults. */
  attw?: readonly string[];
  /** Uses the package; throws if it does not work. */
  use: (unpacked: UnpackedPackage) => void | Promise<void>;
}

/** Packs a built package as for publishing, checks it with publint and attw, and uses it. */
export async function checkPackage(root: string, { attw = [], use }: PackageCheck): Promise<void> {
  // Below the folder of the package, so that its dependencies are found.
  const work = mkdtempSync(join(root, 'node_modules/packed-'));
  try {
    const tarball = join(work, 'package.tgz');
    // The build runs this check, so packing must not run the build again.
    execFileSync('pnpm', ['pack', '--ignore-scripts', '--out', tarball], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    execFileSync(program('publint'), ['run', '--strict', tarball], { stdio: 'inherit' });
    const options = ['--no-definitely-typed', '--format', 'ascii', ...attw];
    execFileSync(program('attw'), [...options, tarball], { stdio: 'inherit' });
    execFileSync('tar', ['-xzf', tarball, '-C', work]);
    const folder = join(work, 'package');
    const files = readdirSync(folder);
    const missing = ['LICENSE', 'README.md', 'dist'].filter((file) => !files.includes(file));
    if (missing.length > 0) throw new Error(`Missing in the package: ${missing.join(', ')}.`);
    // The bundler names each source above its code. Files with only re-exports name none.
    const hasSource = (file: string) =>
      /^\/\/ [./]*\w.*\.ts$/m.test(readFileSync(join(folder, file), 'utf8'));
    const built = globSync('dist/**/*.{mjs,cjs}', { cwd: folder }).filter(hasSource);
    if (built.length === 0) throw new Error('No built file names its source. Check the build.');
    const unmapped = built.filter((file) => !existsSync(join(folder, `${file}.map`)));
    if (unmapped.length > 0) throw new Error(`Source maps are missing for ${unmapped.join(', ')}.`);
    const node = (...words: string[]): void => {
      execFileSync(process.execPath, words, {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    };
    await use({
      folder,
      node,
      inEachFormat: (source, modules) => {
        for (const [format, load] of Object.entries(loads)) {
          const loaded = modules.map((name) => `${load}('${name}')`).join(', ');
          node('--input-type', format, '--eval', `(${source})(${loaded})`);
        }
      },
    });
  } finally {
    rmSync(work, { recursive: true });
  }
}

const loads = { module: 'await import', commonjs: 'require' };

function program(name: string): string {
  return join(import.meta.dirname, '../node_modules/.bin', name);
}
