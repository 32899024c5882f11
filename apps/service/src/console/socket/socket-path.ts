import { lstat, mkdtemp, readlink, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'operator.sock';

// Every system accepts a socket address of this length: macOS accepts 103 bytes, Linux 107.
const MAX_ADDRESS_BYTES = 100;

/** The socket of a service that listens for commands. */
interface SocketPath {
  address: string;
  /** Removes what was created next to the socket itself. */
  remove: () => Promise<void>;
}

/**
 * Prepares a socket in a data directory. The caller holds its lock, so an old socket belongs to a process that has
 * ended. If the path is too long, the socket is in a private directory, and a link in the data directory
 * points to it.
 * @throws Error if others may write to the directory, because they could put their own socket there.
 */
export async function prepareSocketPath(dataDirectory: string): Promise<SocketPath> {
  const { mode } = await stat(dataDirectory);
  if ((mode & 0o002) !== 0) {
    throw new Error(`Everybody may write to ${dataDirectory}. Remove that right with chmod o-w.`);
  }
  const path = join(dataDirectory, NAME);
  await rm(path, { force: true });
  if (Buffer.byteLength(path) <= MAX_ADDRESS_BYTES) {
    return { address: path, remove: async () => await rm(path, { force: true }) };
  }
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-'));
  const address = join(directory, NAME);
  await symlink(address, path);
  return {
    address,
    remove: async () => {
      await rm(path, { force: true });
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the address at which the service of a data directory listens; null if none does, or if the socket belongs to
 * somebody who owns neither the directory nor this process.
 */
export async function findSocket(dataDirectory: string): Promise<string | null> {
  const path = join(dataDirectory, NAME);
  try {
    const link = await lstat(path);
    const [directory, socket] = await Promise.all([stat(dataDirectory), stat(path)]);
    const owners = [directory.uid, process.getuid?.()];
    if (![link, socket].every(({ uid }) => owners.includes(uid))) return null;
    return link.isSymbolicLink() ? await readlink(path) : path;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
