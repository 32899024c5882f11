import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { EntryFile } from './entry-files.ts';

const repository = resolve(import.meta.dirname, '../../..');
const compiler = join(import.meta.dirname, '../node_modules/.bin/tsc');

/** The declarations of a package, in a folder of their own. */
export interface Declarations {
  /** Exports each entry under its name, so that a type that several of them export is declared once. */
  file: string;
  /** The settings of the compiler that reads them. */
  config: string;
}

/**
 * Writes the declarations of the package in `folder`.
 *
 * @param work - an empty folder below the package, so that its dependencies are found as they are from
 *   its source, and outside of `node_modules`, where API Extractor takes everything for a dependency.
 */
export function writeDeclarations(
  folder: string,
  entries: readonly EntryFile[],
  work: string,
): Declarations {
  const config = join(work, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    typeRoots: [join(folder, 'node_modules/@types')],
    rootDir: repository,
    outDir: join(work, 'declarations'),
  };
  const files = entries.map(({ file }) => file);
  const settings = { extends: join(folder, 'tsconfig.json'), compilerOptions, files, include: [] };
  writeFileSync(config, JSON.stringify(settings));
  try {
    // The type check is a step of its own.
    execFileSync(compiler, ['--project', config, '--noCheck'], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`The declarations of ${folder} cannot be written.\n${outputOf(error)}`);
  }
  const lines = entries.map(({ name, file: source }) => {
    const path = relative(repository, source).replaceAll('\\', '/').replace(/ts$/, 'js');
    return `export * as ${name} from './declarations/${path}';\n`;
  });
  const file = join(work, 'entries.d.ts');
  writeFileSync(file, lines.join(''));
  return { file, config };
}

function outputOf(error: unknown): string {
  const { stdout = '' } = error as { stdout?: Buffer };
  return String(stdout);
}
