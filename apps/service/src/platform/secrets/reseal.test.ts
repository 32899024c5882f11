import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import type { Database } from '../database/schema.ts';
import { acceptSecretsKey, checkSecretsKey } from './reseal.ts';
import { createSecretSealing, SecretsKeyError } from './sealing.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte);
const sealingWith = (byte: number, ...others: number[]) =>
  createSecretSealing({
    secretsKeys: [keyOf(byte), ...others.map(keyOf)],
    dataDirectory: '/nowhere',
  });

describe.each(databases)('the key of a database on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
  });

  it('is the first one, also at later starts', async () => {
    await checkSecretsKey(database, sealingWith(1));
    await checkSecretsKey(database, sealingWith(1));
    await expect(checkSecretsKey(database, sealingWith(2))).rejects.toThrow(
      /sealed with another key.*SECRETS_KEY.*operator secrets reseal/,
    );
  });

  it('is the key of one instance if several start at once with different keys', async () => {
    const sealings = Array.from({ length: 6 }, (_, byte) => sealingWith(byte));
    const checks = await Promise.allSettled(
      sealings.map((sealing) => checkSecretsKey(database, sealing)),
    );
    const refused = checks.flatMap((check) => (check.status === 'rejected' ? check.reason : []));
    expect(refused).toHaveLength(5);
    for (const error of refused) expect(error).toBeInstanceOf(SecretsKeyError);
  });

  const accept = (...[byte, ...others]: [number, ...number[]]) =>
    database
      .transaction()
      .execute((transaction) => acceptSecretsKey(transaction, sealingWith(byte, ...others)));

  it('changes while instances run: each step refuses an instance that lacks a sealing key', async () => {
    const refuses = async (byte: number) =>
      await expect(checkSecretsKey(database, sealingWith(byte))).rejects.toThrow(SecretsKeyError);
    await checkSecretsKey(database, sealingWith(1));
    await checkSecretsKey(database, sealingWith(1, 2));
    await refuses(2);
    await checkSecretsKey(database, sealingWith(1));
    await checkSecretsKey(database, sealingWith(2, 1));
    await refuses(1);
    await refuses(2);
    await checkSecretsKey(database, sealingWith(1, 2));
    expect(await accept(2, 1)).toBe(true);
    await refuses(1);
    await checkSecretsKey(database, sealingWith(2));
    expect(await accept(2)).toBe(false);
  });

  it('is added once by several instances that start at once', async () => {
    await checkSecretsKey(database, sealingWith(1));
    await Promise.all([1, 2, 3].map(() => checkSecretsKey(database, sealingWith(2, 1))));
    expect(await database.selectFrom('secrets_key_check').selectAll().execute()).toHaveLength(2);
  });
});
