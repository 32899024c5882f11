import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DirectoryLock {
  release: () => Promise<void>;
}

/** Two processes on one embedded database silently lose data, so the second is refused. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';

  constructor(directory: string) {
    super(
      `The data in ${directory} is in use by another process of this service. ` +
        'Stop that process, give this one another directory (DATA_DIR), ' +
        'or run several instances over one PostgreSQL (DATABASE_URL).',
    );
  }
}

// SQLite's file lock is used as a lock and nothing else: the operating system lets go of it
// when the process ends, however it ends, so there is no stale lock to judge after a crash.
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const file = new DatabaseSync(join(directory, 'lock'));
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message.includes('locked')) {
      throw new DirectoryInUseError(directory);
    }
    throw error;
  }
  return { release: async () => file.close() };
}
