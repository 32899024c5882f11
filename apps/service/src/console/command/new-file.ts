import { open, rm } from 'node:fs/promises';
import { OperatorError } from '../terminal.ts';

export type NewFile = Awaited<ReturnType<typeof open>>;

/**
 * Creates a file that only its owner may read, and writes it. Never overwrites a file or follows a link. Deletes the new
 * file if it cannot be written.
 * @param option The option that names the file.
 * @throws OperatorError if the file exists, or cannot be created.
 */
export async function writeNewFile<Result>(
  path: string,
  option: '--out' | '--report',
  write: (file: NewFile) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`Choose another ${option}: ${reason}`);
  });
  try {
    return await write(file);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
