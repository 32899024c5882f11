import { type AuditAction, recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
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
import { lockAccount } from './store/accounts.ts';
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

interface Owner {
  memberId: string;
  email: string | null;
}

/**
 * What came of turning the second factor on: the recovery codes, which nobody can read later.
 * `on-already` where it was on with the same key, as by a double click; `another-key` where the app has a
 * key now that is worth nothing.
 */
type Enabled = { recoveryCodes: string[] } | 'wrong' | 'on-already' | 'another-key';

/**
 * Turns the second factor on, once a code shows that the player's app has the key. Log-ins under way
 * with the password alone end first, and later ones ask for a code.
 */
export async function enableSecondFactor(
  dependencies: Dependencies,
  sealing: SecretSealing,
  owner: Owner,
  { key, code }: { key: string; code: TypedCode },
): Promise<Enabled> {
  const now = dependencies.clock();
  const { memberId } = owner;
  const timeStep = code.kind === 'one-time' ? timeStepOf(code.digits, key, now) : null;
  if (timeStep === null) return 'wrong';
  const keySealed = await sealing.seal(key, memberId);
  return await dependencies.database.transaction().execute(async (transaction) => {
    const factor = { memberId, keySealed, timeStep, now };
    const isNew =
      (await lockAccount(transaction, memberId)) && (await insertSecondFactor(transaction, factor));
    if (!isNew) {
      const isSame = (await findKey(transaction, sealing, memberId)) === key;
      return isSame ? 'on-already' : 'another-key';
    }
    const recoveryCodes = await makeRecoveryCodes(transaction, memberId);
    await announce(transaction, dependencies, owner, enabled);
    return { recoveryCodes };
  });
}

/** Turns the second factor off by one of its codes. */
export async function disableSecondFactor(
  dependencies: Dependencies,
  sealing: SecretSealing,
  holder: CodeHolder,
  code: TypedCode,
): Promise<VerifiedCode> {
  return await dependencies.database.transaction().execute(async (transaction) => {
    const verified = await verifyCode(transaction, dependencies, sealing, holder, code);
    if (verified !== 'right') return verified;
    await deleteSecondFactor(transaction, holder.memberId);
    await announce(transaction, dependencies, holder, disabled);
    return verified;
  });
}

/** Makes new recovery codes in the place of the old ones, by a code. */
export async function renewRecoveryCodes(
  dependencies: Dependencies,
  sealing: SecretSealing,
  holder: CodeHolder,
  code: TypedCode,
): Promise<{ recoveryCodes: string[] } | Exclude<VerifiedCode, 'right'>> {
  return await dependencies.database.transaction().execute(async (transaction) => {
    const verified = await verifyCode(transaction, dependencies, sealing, holder, code);
    if (verified !== 'right') return verified;
    const recoveryCodes = await makeRecoveryCodes(transaction, holder.memberId);
    await announce(transaction, dependencies, holder, replaced);
    return { recoveryCodes };
  });
}

/** Removes the second factor of somebody who lost it, for the operator; false where there is none. */
export async function removeSecondFactor(
  dependencies: Dependencies,
  owner: Owner,
): Promise<boolean> {
  return await dependencies.database.transaction().execute(async (transaction) => {
    if (!(await deleteSecondFactor(transaction, owner.memberId))) return false;
    await announce(transaction, dependencies, owner, removed);
    return true;
  });
}

/** The key of the second factor that is on; null where none is, or it cannot be opened any more. */
async function findKey(
  transaction: DatabaseTransaction,
  sealing: SecretSealing,
  memberId: string,
): Promise<string | null> {
  const factor = await lockSecondFactor(transaction, memberId);
  return factor === null ? null : await openOrNull(sealing, factor.keySealed, memberId);
}

async function makeRecoveryCodes(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(memberId, code));
  await replaceRecoveryCodes(transaction, memberId, hashes);
  return codes;
}

interface Change {
  actor: 'player' | 'operator';
  action: AuditAction;
  kind: AccountMail;
}

const enabled: Change = {
  actor: 'player',
  action: 'second_factor.enabled',
  kind: 'second-factor-enabled',
};

const disabled: Change = {
  actor: 'player',
  action: 'second_factor.disabled',
  kind: 'second-factor-disabled',
};

const replaced: Change = {
  actor: 'player',
  action: 'recovery_codes.replaced',
  kind: 'recovery-codes-replaced',
};

const removed: Change = {
  actor: 'operator',
  action: 'second_factor.removed',
  kind: 'second-factor-removed',
};

/** The audit entry of a change, and the mail to its player. */
async function announce(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { memberId, email }: Owner,
  { actor, action, kind }: Change,
): Promise<void> {
  const occurredAt = dependencies.clock();
  await recordAudit(transaction, { occurredAt, actor, action, applicationId: null, memberId });
  if (email !== null) {
    await queueMail<AccountMail>(transaction, dependencies, { kind, email, memberId });
  }
}

/** The keys of all second factors. */
export const sealedSecondFactors: SealedRows<SealedKeyRow> = {
  count: countKeys,
  lockAfter: lockKeys,
  reseal: async (row, sealing) => {
    const keySealed = await reseal(sealing, row.keySealed, row.memberId);
    if (keySealed === null) return null;
    return keySealed === row.keySealed ? row : { ...row, keySealed };
  },
  store: (transaction, { memberId, keySealed }) => replaceKey(transaction, memberId, keySealed),
  ownerOf: ({ memberId }) => memberId,
};
