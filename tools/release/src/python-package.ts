import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, providedProgram } from '@partner-rating/provision';
import type { Programs } from './run-programs.ts';

/** The Python package as it would be published, and an environment in which it alone is installed. */
export interface InstalledPythonPackage {
  /** Runs a program with the Python of that environment. */
  run: (program: string, environment: NodeJS.ProcessEnv) => Promise<string>;
  version: string;
}

/**
 * Builds the wheel and the sdist, and installs the wheel in an environment of its own.
 *
 * @throws where the wheel made of the sdist is another.
 */
export async function installPythonPackage(
  run: Programs['run'],
  source: string,
  folder: string,
): Promise<InstalledPythonPackage> {
  const python = await providedProgram('python');
  const { environment } = python;
  const use = (args: string[]) => run(folder, python.path, args, { environment });
  await use([join(source, 'packaging/build.py'), folder]);
  const named = (ending: string): string => {
    const name = readdirSync(folder).find((file) => file.endsWith(ending));
    if (name === undefined) throw new Error(`No ${ending} was built.`);
    return join(folder, name);
  };
  const wheel = named('.whl');
  const sdist = named('.tar.gz');
  await run(folder, 'tar', ['-xzf', sdist]);
  await use([join(sdist.replace('.tar.gz', ''), 'packaging/build.py'), join(folder, 'rebuilt')]);
  const [again = ''] = readdirSync(join(folder, 'rebuilt')).filter((name) => name.endsWith('.whl'));
  if (!readFileSync(wheel).equals(readFileSync(join(folder, 'rebuilt', again)))) {
    throw new Error('The wheel that the sdist makes is not the one that was built.');
  }
  await use(['-m', 'venv', '--without-pip', 'environment']);
  const inside = join(folder, 'environment/bin/python');
  await install(run, python, inside, wheel, folder);
  return {
    version: (
      await run(
        folder,
        inside,
        ['-c', 'from importlib.metadata import version; print(version("partner-rating"))'],
        { environment },
      )
    ).trim(),
    run: (program, variables) => {
      writeFileSync(join(folder, 'program.py'), program);
      return run(folder, inside, ['-I', 'program.py'], {
        environment: { ...environment, ...variables },
      });
    },
  };
}

/** By pip without an index, and where the machine has none by unpacking, which is all there is to such a wheel. */
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
