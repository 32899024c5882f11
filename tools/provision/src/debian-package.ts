import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An unpacked Debian package, with all dependencies that the machine does not have. */
export interface UnpackedPackage {
  /** The directory that corresponds to `/`. */
  root: string;
  /** The environment variables with which its programs find their libraries. */
  environment: { LD_LIBRARY_PATH: string };
}

/** Returns the package if it was unpacked before. */
export async function findUnpacked(name: string): Promise<UnpackedPackage | undefined> {
  const root = directoryOf(name);
  const there = await stat(root).catch(() => undefined);
  // Everybody may write to the parent directory, so only run files that belong to this user.
  if (there === undefined || there.uid !== process.getuid?.()) return undefined;
  const libraries = join(root, 'usr', 'lib');
  const entries = await readdir(libraries, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory());
  const searched = [libraries, ...folders.map((folder) => join(libraries, folder.name))];
  return { root, environment: { LD_LIBRARY_PATH: searched.join(delimiter) } };
}

/** Downloads the package and unpacks it into a directory that later runs use again. This does not need root. */
export async function unpackDebianPackage(name: string): Promise<UnpackedPackage> {
  const work = await mkdtemp(join(tmpdir(), 'partner-rating-download-'));
  try {
    const root = join(work, 'root');
    for (const archive of await download(name, work)) await run('dpkg-deb', ['-x', archive, root]);
    // Servers that refuse to run as root run as another user, who must be able to read these files.
    await chmod(root, 0o755);
    // Another run may have placed its copy first. Both copies are equal.
    await rename(root, directoryOf(name)).catch(() => undefined);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const unpacked = await findUnpacked(name);
  if (unpacked === undefined) throw new Error(`${directoryOf(name)} belongs to another user.`);
  return unpacked;
}

function directoryOf(name: string): string {
  return join(tmpdir(), `partner-rating-${name}-${process.getuid?.() ?? ''}`);
}

/** Returns the files of the package and of its missing dependencies. */
async function download(name: string, work: string): Promise<string[]> {
  const cache = join(work, 'cache');
  const archives = join(cache, 'archives');
  const lists = join(work, 'lists');
  await mkdir(join(archives, 'partial'), { recursive: true });
  await mkdir(join(lists, 'partial'), { recursive: true });
  const options = [`Dir::Cache=${cache}`, 'Debug::NoLocking=1', 'APT::Sandbox::User='];
  const install = ['install', '--download-only', '--yes', '--no-install-recommends', name];
  await apt(options, install).catch(async () => {
    // The package lists of the machine are missing or out of date, and only root may update them.
    const ownLists = [...options, `Dir::State::lists=${lists}`];
    await apt(ownLists, ['update']);
    await apt(ownLists, install);
  });
  const files = await readdir(archives);
  return files.filter((file) => file.endsWith('.deb')).map((file) => join(archives, file));
}

async function apt(options: string[], command: string[]): Promise<void> {
  await run('apt-get', ['-q', ...options.flatMap((option) => ['-o', option]), ...command]);
}
