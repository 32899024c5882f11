import { commandLines } from '../configuration/installation.ts';
import type { Database } from '../database/schema.ts';
import { openOrNull, type SecretSealing, SecretsKeyError } from './sealing.ts';
import { ensureKeyCheck, type KeyCheck, replaceKeyCheck } from './store/key-check.ts';

/**
 * Refuses a key that is not the one the database was sealed with. The first one ever checked is the
 * key of the database from then on; of several instances that start at once, one is the first.
 * @throws SecretsKeyError
 */
export async function checkSecretsKey(database: Database, sealing: SecretSealing): Promise<void> {
  const { sealed, context } = await ensureKeyCheck(database, await sealKeyCheck(sealing));
  if ((await openOrNull(sealing, sealed, context)) !== null) return;
  throw new SecretsKeyError(
    'This database was sealed with another key. Give this instance the key it was sealed with ' +
      '(SECRETS_KEY, or secrets.key in DATA_DIR). To change the key, or where it is lost, see ' +
      `\`${commandLines.operator} secrets change-key --help\`.`,
  );
}

/** Makes the key of this sealing the one of the database. */
export async function acceptSecretsKey(database: Database, sealing: SecretSealing): Promise<void> {
  await replaceKeyCheck(database, await sealKeyCheck(sealing));
}

async function sealKeyCheck(sealing: SecretSealing): Promise<KeyCheck> {
  const context = 'key check';
  return { sealed: await sealing.seal(context, context), context };
}
