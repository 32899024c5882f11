import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, providedProgram } from '@partner-rating/provision';
import type { Programs } from './run-programs.ts';

/** The packed Python package in its own environment. */
export interface InstalledPythonPackage {
  /** Runs a program with the Python of that environment. */
  run: (program: string, environment: NodeJS.ProcessEnv) => Promise<string>;
  version: string;
  /** The metadata for the registry: header fields and the README. */
  metadata: string;
}

/**
 * Installs the packed wheel.
 *
 * @param packed - the folder that `pnpm run pack` wrote.
 * @param folder - an empty folder.
 * @throws if the wheel made from the sdist differs.
 */
export async function installPythonPackage(
  run: Programs['run'],
  packed: string,
  folder: string,
): Promise<InstalledPythonPackage> {
  const python = await providedProgram('python');
  const { environment } = python;
  const use = (args: string[]) => run(folder, python.path, args, { environment });
  const named = (ending: string): string => {
    const name = readdirSync(packed).find((file) => file.endsWith(ending));
    if (name === undefined) throw new Error(`No ${ending} was packed.`);
    return join(packed, name);
  };
  const wheel = named('.whl');
  await run(folder, 'tar', ['-xzf', named('.tar.gz'), '--strip-components=1']);
  await use(['packaging/build.py', join(folder, 'rebuilt')]);
  const [again = ''] = readdirSync(join(folder, 'rebuilt')).filter((name) => name.endsWith('.whl'));
  if (!readFileSync(wheel).equals(readFileSync(join(folder, 'rebuilt', again)))) {
    throw new Error('The wheel that the sdist makes is not the one that was built.');
  }
  await use(['-m', 'venv', '--without-pip', 'environment']);
  const inside = join(folder, 'environment/bin/python');
  await install(run, python, inside, wheel, folder);
  const about = async (expression: string) => {
    const program = `from importlib.metadata import metadata; print(metadata("partner-rating")${expression})`;
    return (await run(folder, inside, ['-c', program], { environment })).trim();
  };
  return {
    version: await about('["Version"]'),
    metadata: await about(''),
    run: (program, variables) => {
      writeFileSync(join(folder, 'program.py'), program);
      return run(folder, inside, ['-I', 'program.py'], {
        environment: { ...environment, ...variables },
      });
    },
  };
}

/** Installs the wheel with pip, without an index. If the machine has no pip, it unpacks the wheel, which is enough. */
async function install(
  run: Programs['run'],
  { path, environment }: Program,
  inside: string,
  wheel: string,
  folder: string,
) {
  const pip = ['-m', 'pip', '--python', inside, 'install', '--no-index', '--no-deps', wheel];
  const hasPip = await run(folder, path, ['-m', 'pip', '--version'], { environment }).then(
    () => true,
    () => false,
  );
  if (hasPip) {
    await run(folder, path, pip, { environment });
    return;
  }
  const where = ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'];
  const packages = (await run(folder, inside, where, { environment })).trim();
  await run(folder, path, ['-m', 'zipfile', '-e', wheel, packages], { environment });
}
