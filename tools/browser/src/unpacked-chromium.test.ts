import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { unpackedChromium } from './unpacked-chromium.ts';

// If another Chromium is used, the one in the package may not run on this machine.
it.skipIf(process.env.CHROMIUM_PATH !== undefined)(
  'Chromium that is unpacked twice at the same time is whole for both, and stays one',
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'partner-rating-chromium-test-'));
    onTestFinished(() => rm(parent, { recursive: true }));
    const unpacked = async () => {
      const path = await unpackedChromium(parent);
      const { stdout } = await promisify(execFile)(path, ['--version']);
      return { path, stdout };
    };
    const [first, second] = await Promise.all([unpacked(), unpacked()]);
    expect(first.stdout).toMatch(/Chrom/);
    expect(second).toEqual(first);
    expect(await unpackedChromium(parent)).toBe(first.path);
    expect(await readdir(parent)).toEqual([dirname(first.path).slice(parent.length + 1)]);
  },
);
