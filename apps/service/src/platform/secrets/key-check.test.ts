import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertApplication, insertEndpoint } from '../../testing/builders.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';

import { up as secretsKeyCheck } from '../database/migrations/0013-secrets-key-check.ts';
import type { Database } from '../database/schema.ts';
import { acceptSecretsKey, checkSecretsKey } from './key-check.ts';
import { createSecretSealing, SecretsKeyError } from './sealing.ts';

const sealingWith = (byte: number) =>
  createSecretSealing({ secretsKey: Buffer.alloc(32, byte), dataDirectory: '/nowhere' });

describe.each(databases)('the key of a database on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
  });

  it('is the first one, at every later start too', async () => {
    await checkSecretsKey(database, sealingWith(1));
    await checkSecretsKey(database, sealingWith(1));
    await expect(checkSecretsKey(database, sealingWith(2))).rejects.toThrow(
      /sealed with another key.*SECRETS_KEY.*operator secrets change-key/,
    );
  });

  it('is that of one instance where several start at once with keys of their own', async () => {
    const sealings = Array.from({ length: 6 }, (_, byte) => sealingWith(byte));
    const checks = await Promise.allSettled(
      sealings.map((sealing) => checkSecretsKey(database, sealing)),
    );
    const refused = checks.flatMap((check) => (check.status === 'rejected' ? check.reason : []));
    expect(refused).toHaveLength(5);
    for (const error of refused) expect(error).toBeInstanceOf(SecretsKeyError);
  });

  it('is another one once that is accepted', async () => {
    await checkSecretsKey(database, sealingWith(1));
    await acceptSecretsKey(database, sealingWith(2));
    await checkSecretsKey(database, sealingWith(2));
    await expect(checkSecretsKey(database, sealingWith(1))).rejects.toThrow(SecretsKeyError);
  });

  it('is the one that sealed the secrets of a database from before it was checked', async () => {
    const applicationId = await insertApplication(database);
    const secretSealed = await sealingWith(1).seal('whsec_secret', applicationId);
    await insertEndpoint(database, applicationId, { secret_sealed: secretSealed });
    await sql`drop table secrets_key_check`.execute(database);
    await secretsKeyCheck(database as Kysely<unknown>);
    await expect(checkSecretsKey(database, sealingWith(2))).rejects.toThrow(SecretsKeyError);
    await checkSecretsKey(database, sealingWith(1));
  });
});
