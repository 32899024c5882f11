import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import type { Database } from '../platform/database/schema.ts';
import { createSecretSealing, type SecretSealing } from '../platform/secrets/sealing.ts';
import { insertApplication, insertMember } from '../testing/builders.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { openKeyedHash, paddedKey, resealKeyedHashKey } from './keyed-hash.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte);

const configurationWith = (byte: number) =>
  readConfiguration({ SECRETS_KEY: keyOf(byte).toString('base64') });

const sealingWith = (byte: number, ...others: number[]) =>
  createSecretSealing({
    secretsKeys: [keyOf(byte), ...others.map(keyOf)],
    dataDirectory: '/nowhere',
  });

const resealWith = (database: Database, sealing: SecretSealing, { isLost = false } = {}) =>
  database
    .transaction()
    .execute((transaction) => resealKeyedHashKey(transaction, sealing, { isLost }));

describe.each(databases)('keyed hashes on %s', (kind) => {
  it('are the same for all concurrent callers, and differ between databases', async () => {
    const database = await createTestDatabase(kind);
    const configuration = configurationWith(1);
    const hashes = await Promise.all(
      [1, 2, 3].map(() => openKeyedHash({ database: database.withTables(), configuration })),
    );
    const [first, ...others] = hashes.map((hash) => hash('lena@example.com'));
    expect(first).toMatch(/^[\da-f]{64}$/);
    expect(others).toEqual([first, first]);
    const other = await openKeyedHash({ database: await createTestDatabase(kind), configuration });
    expect(other('lena@example.com')).not.toBe(first);
  });

  it('replace what an older version stored of ghosts as plain text', async () => {
    const database = await createTestDatabase(kind);
    const ghost = await insertMember(database, { email: 'Lena@Example.com', is_ghost: true });
    const member = await insertMember(database, { email: 'mike@example.com' });
    const facts = createHash('sha256').update('what an import said').digest();
    const application_id = await insertApplication(database);
    const imported = { application_id, facts_hash: facts, member_id: ghost.id };
    await database.insertInto('imported_ghost').values(imported).execute();
    const hash = await openKeyedHash({ database, configuration: configurationWith(1) });
    const rows = await database
      .selectFrom('member')
      .select(['id', 'email', sql<string | null>`encode(email_hash, 'hex')`.as('hash')])
      .execute();
    expect(new Map(rows.map((row) => [row.id, [row.email, row.hash]]))).toEqual(
      new Map([
        [ghost.id, [null, hash('lena@example.com')]],
        [member.id, ['mike@example.com', null]],
      ]),
    );
    const { known } = await database
      .selectFrom('imported_ghost')
      .select(sql<string>`encode(facts_hash, 'hex')`.as('known'))
      .executeTakeFirstOrThrow();
    expect(known).toBe(hash(facts));
  });

  it('stay the same if the key of the database is changed', async () => {
    const database = await createTestDatabase(kind);
    const before = await openKeyedHash({ database, configuration: configurationWith(1) });
    await resealWith(database, sealingWith(2, 1));
    const restarted = { database: database.withTables(), configuration: configurationWith(2) };
    expect((await openKeyedHash(restarted))('jo')).toBe(before('jo'));
  });

  it('are deleted if the key is lost, so that nobody is matched to another person', async () => {
    const database = await createTestDatabase(kind);
    await openKeyedHash({ database, configuration: configurationWith(1) });
    const ghost = await insertMember(database, { email_hash: keyOf(9), is_ghost: true });
    await expect(resealWith(database, sealingWith(2))).rejects.toThrow('hashed under another key');
    await resealWith(database, sealingWith(2), { isLost: true });
    const hashes = database.selectFrom('member').select('email_hash').where('id', '=', ghost.id);
    expect(await hashes.executeTakeFirst()).toEqual({ email_hash: null });
    const restarted = { database: database.withTables(), configuration: configurationWith(2) };
    expect((await openKeyedHash(restarted))('jo')).toMatch(/^[\da-f]{64}$/);
  });

  it('cannot be opened with another key', async () => {
    const database = await createTestDatabase(kind);
    await openKeyedHash({ database, configuration: configurationWith(1) });
    const other = { database: database.withTables(), configuration: configurationWith(2) };
    await expect(openKeyedHash(other)).rejects.toThrow('hashed under another key');
  });
});

const sha256 = (...parts: Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

it('hashes with a padded key as HMAC-SHA-256 does with the key', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.uint8Array(), (key, value) => {
      const { inner, outer } = paddedKey(key);
      const hmac = createHmac('sha256', key).update(value).digest();
      expect(sha256(outer, sha256(inner, value))).toEqual(hmac);
    }),
  );
});
