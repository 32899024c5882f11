// Two-step verification of an account: turning it on and off, and new recovery codes.

import type { AuditAction } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { reseal, type SealedRows } from '../../platform/secrets/reseal.ts';
import { openOrNull, type SecretSealing } from '../../platform/secrets/sealing.ts';
import type { AccountMail } from './domain/account-mail.ts';
import {
  hashRecoveryCode,
  newRecoveryCodes,
  type TypedCode,
  timeStepOf,
} from './domain/passwords.ts';
import { type CodeHolder, type VerifiedCode, verifyCode } from './prove-owner.ts';
import { queueAccountMail, recordAccountAudit } from './realms.ts';
import { type AccountHolder, lockAccount } from './store/accounts.ts';
import {
  countKeys,
  deleteSecondFactor,
  insertSecondFactor,
  lockKeys,
  lockSecondFactor,
  replaceKey,
  replaceRecoveryCodes,
  type SealedKeyRow,
} from './store/second-factors.ts';

/**
 * The result of turning two-step verification on: the recovery codes, which nobody can read later. `on-already`: it was
 * on with the same key, as after a double click. `another-key`: it was on with another key, so the app has a key now
 * that does not work.
 */
type Enabled = { recoveryCodes: string[] } | 'wrong' | 'on-already' | 'another-key';

/**
 * Turns two-step verification on, after a code shows that the owner's app has the key. Ends running log-ins that have
 * only entered the password. Later ones ask for a code.
 */
export async function enableSecondFactor(
  dependencies: Dependencies,
  sealing: SecretSealing,
  owner: AccountHolder,
  { key, code }: { key: string; code: TypedCode },
): Promise<Enabled> {
  const now = dependencies.clock();
  const { accountId } = owner;
  const timeStep = code.kind === 'one-time' ? timeStepOf(code.digits, key, now) : null;
  if (timeStep === null) return 'wrong';
  const keySealed = await sealing.seal(key, accountId);
  return await dependencies.database.transaction().execute(async (transaction) => {
    const factor = { accountId, keySealed, timeStep, now };
    const isNew =
      (await lockAccount(transaction, accountId)) &&
      (await insertSecondFactor(transaction, factor));
    if (!isNew) {
      const isSame = (await findKey(transaction, sealing, accountId)) === key;
      return isSame ? 'on-already' : 'another-key';
    }
    const recoveryCodes = await makeRecoveryCodes(transaction, accountId);
    await announce(transaction, dependencies, owner, enabled);
    return { recoveryCodes };
  });
}

/** Turns two-step verification off, with one of its codes. */
export async function disableSecondFactor(
  dependencies: Dependencies,
  sealing: SecretSealing,
  holder: CodeHolder,
  code: TypedCode,
): Promise<VerifiedCode> {
  return await dependencies.database.transaction().execute(async (transaction) => {
    const verified = await verifyCode(transaction, dependencies, sealing, holder, code);
    if (verified !== 'right') return verified;
    await deleteSecondFactor(transaction, holder.accountId);
    await announce(transaction, dependencies, holder, disabled);
    return verified;
  });
}

/** Replaces the recovery codes, with a code. */
export async function renewRecoveryCodes(
  dependencies: Dependencies,
  sealing: SecretSealing,
  holder: CodeHolder,
  code: TypedCode,
): Promise<{ recoveryCodes: string[] } | Exclude<VerifiedCode, 'right'>> {
  return await dependencies.database.transaction().execute(async (transaction) => {
    const verified = await verifyCode(transaction, dependencies, sealing, holder, code);
    if (verified !== 'right') return verified;
    const recoveryCodes = await makeRecoveryCodes(transaction, holder.accountId);
    await announce(transaction, dependencies, holder, replaced);
    return { recoveryCodes };
  });
}

/** Turns off two-step verification for a person who lost phone and codes. Returns false if it was off. */
export async function removeSecondFactor(
  dependencies: Dependencies,
  owner: AccountHolder,
): Promise<boolean> {
  return await dependencies.database.transaction().execute(async (transaction) => {
    if (!(await deleteSecondFactor(transaction, owner.accountId))) return false;
    await announce(transaction, dependencies, owner, removed);
    return true;
  });
}

/** Returns the key of the app; null if two-step verification is off or the key cannot be opened. */
async function findKey(
  transaction: DatabaseTransaction,
  sealing: SecretSealing,
  accountId: string,
): Promise<string | null> {
  const factor = await lockSecondFactor(transaction, accountId);
  return factor === null ? null : await openOrNull(sealing, factor.keySealed, accountId);
}

async function makeRecoveryCodes(
  transaction: DatabaseTransaction,
  accountId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(accountId, code));
  await replaceRecoveryCodes(transaction, accountId, hashes);
  return codes;
}

interface Change {
  /** Who did it, unless it was the owner. */
  actor?: 'operator';
  action: AuditAction;
  kind: AccountMail;
}

const enabled: Change = {
  action: 'second_factor.enabled',
  kind: 'second-factor-enabled',
};

const disabled: Change = {
  action: 'second_factor.disabled',
  kind: 'second-factor-disabled',
};

const replaced: Change = {
  action: 'recovery_codes.replaced',
  kind: 'recovery-codes-replaced',
};

const removed: Change = {
  actor: 'operator',
  action: 'second_factor.removed',
  kind: 'second-factor-removed',
};

/** Records a change in the audit, and mails the owner. */
async function announce(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { of, accountId, email }: AccountHolder,
  { actor, action, kind }: Change,
): Promise<void> {
  const now = dependencies.clock();
  const entry = { of, accountId, action, now, ...(actor !== undefined && { actor }) };
  await recordAccountAudit(transaction, entry);
  if (email !== null) {
    await queueAccountMail(transaction, dependencies, { of, accountId, kind, email });
  }
}

/** The keys of the apps of operators, or of all other people. */
const sealedKeys = (isOfOperators: boolean): SealedRows<SealedKeyRow> => ({
  count: (database) => countKeys(database, isOfOperators),
  lockAfter: (transaction, row, limit) => lockKeys(transaction, row, { isOfOperators, limit }),
  reseal: async (row, sealing) => {
    const keySealed = await reseal(sealing, row.keySealed, row.accountId);
    if (keySealed === null) return null;
    return keySealed === row.keySealed ? row : { ...row, keySealed };
  },
  store: (transaction, { accountId, keySealed }) => replaceKey(transaction, accountId, keySealed),
  ownerOf: ({ accountId, name }) => (isOfOperators ? (name ?? accountId) : accountId),
});

export const sealedSecondFactors = sealedKeys(false);

export const sealedOperatorKeys = sealedKeys(true);
