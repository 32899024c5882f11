import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSecretSealing } from './sealing.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte);
const sealingWith = (byte: number, ...others: number[]) =>
  createSecretSealing({
    secretsKeys: [keyOf(byte), ...others.map(keyOf)],
    dataDirectory: '/nowhere',
  });

describe('a sealed secret', () => {
  const sealing = sealingWith(1);
  const sealed = () => sealing.seal('whsec_secret', 'app_1');

  it('opens for the application it was sealed for', async () => {
    expect(await sealing.open(await sealed(), 'app_1')).toBe('whsec_secret');
  });

  it('does not contain the secret as plain text, and differs each time', async () => {
    expect(Buffer.from(await sealed()).includes('whsec_')).toBe(false);
    expect(await sealed()).not.toEqual(await sealed());
  });

  testRows<[string, (bytes: Uint8Array) => Promise<string>]>([
    ['for another application', (bytes) => sealing.open(bytes, 'app_2')],
    ['with another key', (bytes) => sealingWith(2).open(bytes, 'app_1')],
    ['after a bit was changed', (bytes) => sealing.open(flipLastBit(bytes), 'app_1')],
    ['when it was cut short', (bytes) => sealing.open(bytes.subarray(0, 20), 'app_1')],
    ['when it is empty', () => sealing.open(Buffer.alloc(0), 'app_1')],
    ['of an unknown version', (bytes) => sealing.open(Buffer.of(9, ...bytes.slice(1)), 'app_1')],
  ])('cannot be opened', async (_case, open) => {
    await expect(open(await sealed())).rejects.toThrow('cannot be read with the present key');
  });
});

describe('while the key is changed', () => {
  const [before, first, second] = [sealingWith(1), sealingWith(1, 2), sealingWith(2, 1)];

  testRows([
    ['one with the old key, one with the old key first', before, first],
    ['one with the old key first, one with the new key first', first, second],
    ['both with the new key first', second, second],
  ])('two instances open the secrets of each other', async (_case, one, other) => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(await to.open(await from.seal('whsec_secret', 'app_1'), 'app_1')).toBe('whsec_secret');
    }
  });

  it('a secret is current if it was sealed with the first of the two keys', async () => {
    const sealed = await before.seal('whsec_secret', 'app_1');
    expect(await first.isCurrent(sealed, 'app_1')).toBe(true);
    expect(await second.isCurrent(sealed, 'app_1')).toBe(false);
  });
});

function flipLastBit(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte)));
}

describe('the sealing key', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sealing-key-'));
    onTestFinished(() => rm(parent, { recursive: true }));
  });
  const inDirectory = (dataDirectory: string) =>
    createSecretSealing({ secretsKeys: null, dataDirectory });

  it('is the configured one, and then no file is written', async () => {
    const sealing = createSecretSealing({
      secretsKeys: [Buffer.alloc(32, 7)],
      dataDirectory: parent,
    });
    await sealing.seal('whsec_secret', 'app_1');
    expect(await readdir(parent)).toEqual([]);
  });

  it('is created once in the data directory, readable only by its owner', async () => {
    const dataDirectory = join(parent, 'data');
    const sealed = await inDirectory(dataDirectory).seal('whsec_secret', 'app_1');
    expect(await inDirectory(dataDirectory).open(sealed, 'app_1')).toBe('whsec_secret');
    expect(await readdir(dataDirectory)).toEqual(['secrets.key']);
    expect((await stat(join(dataDirectory, 'secrets.key'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dataDirectory, 'secrets.key'), 'utf8')).toMatch(/^[\w+/]{43}=\n$/);
  });

  it('is the same for all if several start at once', async () => {
    const sealings = Array.from({ length: 10 }, () => inDirectory(parent));
    const sealed = await Promise.all(sealings.map((each) => each.seal('whsec_secret', 'app_1')));
    for (const bytes of sealed) {
      expect(await sealings[0]?.open(bytes, 'app_1')).toBe('whsec_secret');
    }
  });

  it('is not replaced if its file is damaged, and is used once the file is restored', async () => {
    const sealing = inDirectory(parent);
    await writeFile(join(parent, 'secrets.key'), 'c2hvcnQ=');
    await expect(sealing.seal('whsec_secret', 'app_1')).rejects.toThrow('does not hold 32 bytes');

    await writeFile(join(parent, 'secrets.key'), Buffer.alloc(32, 1).toString('base64'));
    const sealed = await sealing.seal('whsec_secret', 'app_1');
    expect(await sealingWith(1).open(sealed, 'app_1')).toBe('whsec_secret');
  });
});
