import { globSync } from 'node:fs';
import { join } from 'node:path';
import { findUnpacked } from './debian-package.ts';
import { findOnPath, isExecutable } from './executable.ts';
import { type ProgramName, type ProgramSource, programSources } from './program-sources.ts';

/** A program, and the environment that it needs. */
export interface Program {
  path: string;
  environment: Record<string, string>;
}

/**
 * Returns the program that tests start. It does not download the program: the test command does that before
 * any test.
 *
 * @throws if there is none; the message says how to get it.
 */
export async function providedProgram(name: ProgramName): Promise<Program> {
  const source = programSources[name];
  const program = await findProgram(source);
  if (program !== undefined) return program;
  throw new Error(
    `These tests need ${source.title}, and none is provided. Run \`npx -y pnpm@12 run provision\`, ` +
      `or set ${source.variable} to the program.`,
  );
}

/**
 * Returns the program that the environment names, or else one on the PATH, one that Debian installed, or one that was
 * unpacked before.
 */
export async function findProgram(source: ProgramSource): Promise<Program | undefined> {
  const named = process.env[source.variable];
  if (named) return { path: named, environment: {} };
  const installed = (await findOnPath(source.commands)) ?? findVersion('/', source.debian.path);
  if (installed !== undefined) return { path: installed, environment: {} };
  const unpacked = await findUnpacked(source.debian.package);
  if (unpacked === undefined) return undefined;
  const { root, environment } = unpacked;
  const path = findVersion(root, source.debian.path) ?? join(root, source.debian.path);
  return (await isExecutable(path)) ? { path, environment } : undefined;
}

/** Returns the newest version if there are several. */
function findVersion(root: string, path: string): string | undefined {
  if (!path.includes('*')) return undefined;
  const [newest] = globSync(path, { cwd: root }).sort((one, other) =>
    other.localeCompare(one, 'en', { numeric: true }),
  );
  return newest === undefined ? undefined : join(root, newest);
}
