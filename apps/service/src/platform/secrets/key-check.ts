import { commandLines } from '../configuration/installation.ts';
import type { Database, DatabaseTransaction } from '../database/schema.ts';
import { openOrNull, type SecretSealing, SecretsKeyError } from './sealing.ts';
import {
  deleteKeyChecks,
  insertKeyCheck,
  type KeyCheck,
  listKeyChecks,
  lockKeyChecks,
} from './store/key-check.ts';

/**
 * Refuses keys of which none is a key the database was sealed with, or one is missing. The first one ever checked
 * is the key of the database from then on, of several instances that start at once that of the first. Another one
 * is added where it seals beside it.
 * @throws SecretsKeyError
 */
export async function checkSecretsKey(database: Database, sealing: SecretSealing): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockKeyChecks(transaction);
    const checks = await listKeyChecks(transaction);
    await refuseMissingKey(checks, sealing);
    for (const { sealed, context } of checks) {
      if (await sealing.isCurrent(sealed, context)) return;
    }
    await insertKeyCheck(transaction, await sealKeyCheck(sealing));
  });
}

/**
 * Refuses keys that do not open everything the database was sealed with.
 * @throws SecretsKeyError
 */
export async function requireSecretsKeys(
  database: Database,
  sealing: SecretSealing,
): Promise<void> {
  await refuseMissingKey(await listKeyChecks(database), sealing);
}

/** Makes the key that seals now the only one of the database; false where it was. */
export async function acceptSecretsKey(
  transaction: DatabaseTransaction,
  sealing: SecretSealing,
): Promise<boolean> {
  await lockKeyChecks(transaction);
  const [check, ...others] = await listKeyChecks(transaction);
  const isOnly = others.length === 0 && check !== undefined;
  if (isOnly && (await sealing.isCurrent(check.sealed, check.context))) return false;
  await deleteKeyChecks(transaction);
  await insertKeyCheck(transaction, await sealKeyCheck(sealing));
  return true;
}

async function refuseMissingKey(checks: KeyCheck[], sealing: SecretSealing): Promise<void> {
  for (const { sealed, context } of checks) {
    if ((await openOrNull(sealing, sealed, context)) !== null) continue;
    throw new SecretsKeyError(
      'This database was sealed with another key. Give this instance the key it was sealed with ' +
        '(SECRETS_KEY, or secrets.key in DATA_DIR), while the key is changed both. To change it, or where it is ' +
        `lost, see \`${commandLines.operator} secrets reseal --help\`.`,
    );
  }
}

async function sealKeyCheck(sealing: SecretSealing): Promise<KeyCheck> {
  const context = 'key check';
  return { sealed: await sealing.seal(context, context), context };
}
