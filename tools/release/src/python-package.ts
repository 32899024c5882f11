import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, providedProgram } from '@partner-rating/provision';

/** Runs a command to its end, and resolves with what it printed. */
export type Run = (
  cwd: string,
  command: string,
  args: string[],
  environment?: NodeJS.ProcessEnv,
) => Promise<string>;

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
  run: Run,
  source: string,
  folder: string,
): Promise<InstalledPythonPackage> {
  const python = await providedProgram('python');
  const use = (args: string[]) => run(folder, python.path, args, python.environment);
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
        python.environment,
      )
    ).trim(),
    run: (program, environment) => {
      writeFileSync(join(folder, 'program.py'), program);
      return run(folder, inside, ['-I', 'program.py'], { ...python.environment, ...environment });
    },
  };
}

/** By pip without an index, and where the machine has none by unpacking, which is all there is to such a wheel. */
async function install(run: Run, python: Program, inside: string, wheel: string, folder: string) {
  const pip = ['-m', 'pip', '--python', inside, 'install', '--no-index', '--no-deps', wheel];
  const hasPip = await run(
    folder,
    python.path,
    ['-m', 'pip', '--version'],
    python.environment,
  ).then(
    () => true,
    () => false,
  );
  if (hasPip) {
    await run(folder, python.path, pip, python.environment);
    return;
  }
  const where = ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'];
  const packages = (await run(folder, inside, where, python.environment)).trim();
  await run(folder, python.path, ['-m', 'zipfile', '-e', wheel, packages], python.environment);
}
