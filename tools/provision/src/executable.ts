import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Returns the first of the programs that is on the PATH. */
export async function findOnPath(names: readonly string[]): Promise<string | undefined> {
  const directories = (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== '');
  for (const directory of directories) {
    for (const name of names) {
      const path = join(directory, name);
      if (await isExecutable(path)) return path;
    }
  }
  return undefined;
}

export async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
