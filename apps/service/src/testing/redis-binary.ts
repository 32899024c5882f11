import { execFile } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A server program that speaks Redis, and the environment it needs. */
export interface RedisBinary {
  path: string;
  environment: Record<string, string>;
}

const NAMES = ['redis-server', 'valkey-server'];

/**
 * The Redis or Valkey server of this machine. Where there is none, Debian's package is unpacked
 * into a directory of its own, for which nobody needs to be root; it is kept for the next run.
 */
export async function findRedisBinary(): Promise<RedisBinary> {
  return (await findInstalled()) ?? (await findUnpacked()) ?? (await unpackPackage());
}

async function findInstalled(): Promise<RedisBinary | null> {
  const directories = (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== '');
  for (const path of directories.flatMap((directory) =>
    NAMES.map((name) => join(directory, name)),
  )) {
    if (await isExecutable(path)) return { path, environment: {} };
  }
  return null;
}

const unpacked = join(tmpdir(), `partner-rating-redis-${process.getuid?.() ?? ''}`);

async function findUnpacked(): Promise<RedisBinary | null> {
  const there = await stat(unpacked).catch(() => null);
  // In a directory that everybody may write, only what is ours is run.
  if (there === null || there.uid !== process.getuid?.()) return null;
  const path = join(unpacked, 'usr', 'bin', 'redis-server');
  if (!(await isExecutable(path))) return null;
  const libraries = join(unpacked, 'usr', 'lib');
  const folders = await readdir(libraries, { withFileTypes: true }).catch(() => []);
  const searched = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return {
    path,
    environment: {
      LD_LIBRARY_PATH: [libraries, ...searched.map((name) => join(libraries, name))].join(
        delimiter,
      ),
    },
  };
}

async function unpackPackage(): Promise<RedisBinary> {
  const work = await mkdtemp(join(tmpdir(), 'partner-rating-redis-work-'));
  try {
    const archives = await downloadPackage(work);
    const root = join(work, 'root');
    for (const archive of archives) await run('dpkg-deb', ['-x', archive, root]);
    // Another run may have placed it meanwhile; its copy is as good as this one.
    await rename(root, unpacked).catch(() => undefined);
  } catch (error) {
    throw new Error(noServer, { cause: error });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const binary = await findUnpacked();
  if (binary === null) throw new Error(noServer);
  return binary;
}

const noServer =
  'These tests need a real Redis or Valkey server, and this machine has none. Install one, so that ' +
  'redis-server or valkey-server is on the PATH (Debian: apt-get install redis-server; macOS: ' +
  'brew install redis), then run them again.';

/** The package with what it needs and the machine lacks, as files. */
async function downloadPackage(work: string): Promise<string[]> {
  const cache = join(work, 'cache');
  const archives = join(cache, 'archives');
  const lists = join(work, 'lists');
  await mkdir(join(archives, 'partial'), { recursive: true });
  await mkdir(join(lists, 'partial'), { recursive: true });
  const options = [`Dir::Cache=${cache}`, 'Debug::NoLocking=1', 'APT::Sandbox::User='];
  const download = (more: string[]) =>
    apt(
      [...options, ...more],
      'install',
      '--download-only',
      '--yes',
      '--no-install-recommends',
      'redis-server',
    );
  await download([]).catch(async () => {
    // The machine's lists are missing or out of date, and only root may renew those.
    const ownLists = `Dir::State::lists=${lists}`;
    await apt([...options, ownLists], 'update');
    await download([ownLists]);
  });
  const files = await readdir(archives);
  return files.filter((name) => name.endsWith('.deb')).map((name) => join(archives, name));
}

async function apt(options: string[], ...command: string[]): Promise<void> {
  await run('apt-get', ['-q', ...options.flatMap((option) => ['-o', option]), ...command]);
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
