#!/usr/bin/env node
// A step of `pnpm test`: downloads the programs that tests need and npm does not have.
import { unpackDebianPackage } from './debian-package.ts';
import { type ProgramName, type ProgramSource, programSources } from './program-sources.ts';
import { findProgram, type Program } from './provided-program.ts';

for (const name of process.argv.slice(2)) {
  const source = programSources[name as ProgramName];
  try {
    const { path } = await provide(source);
    process.stdout.write(`For tests that need ${source.title}: ${path}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(
      `Tests need ${source.title}, and this machine has none. Install one, so that ` +
        `${source.commands.join(' or ')} is on the PATH (${source.install}), or set ` +
        `${source.variable} to the program. Debian's package could not be unpacked: ` +
        `${(error as Error).message.trim()}\n`,
    );
  }
}

async function provide(source: ProgramSource): Promise<Program> {
  const found = await findProgram(source);
  if (found !== undefined) return found;
  await unpackDebianPackage(source.debian.package);
  const unpacked = await findProgram(source);
  if (unpacked !== undefined) return unpacked;
  throw new Error(`The package has no ${source.debian.path}.`);
}
