// Asks somebody who is logged in for the password, and for a code with two-step verification.

import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import {
  createSecretSealing,
  openOrNull,
  type SecretSealing,
} from '../../platform/secrets/sealing.ts';
import { connectTexts } from '../domain/texts.ts';
import { fitsPassword } from './check-password.ts';
import { knownDeviceOf } from './devices.ts';
import { browserWords } from './domain/account-mail.ts';
import { hashRecoveryCode, readTypedCode, type TypedCode, timeStepOf } from './domain/passwords.ts';
import { type LogInRefusal, refusalOf, throttledRefusal } from './domain/refusals.ts';
import { passwordDigest } from './links.ts';
import type { PostedForm } from './posted-form.ts';
import { queueAccountMail, recordAccountAudit } from './realms.ts';
import { type AccountHolder, type AccountRecord, findAccount } from './store/accounts.ts';
import {
  consumeRecoveryCode,
  consumeTimeStep,
  findSecondFactor,
  lockSecondFactor,
} from './store/second-factors.ts';
import type { Throttles } from './throttles.ts';

/** Asks a person who is logged in to prove that the account is theirs. Returns the account, or a refusal. */
export type OwnerProof = (
  owner: AccountHolder,
  form: PostedForm,
) => Promise<AccountRecord | LogInRefusal>;

/**
 * Asks for the password, and for a code if two-step verification is on. A right code is consumed, so check all
 * other fields first.
 */
export function createOwnerProof(
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'password' | 'code'>,
): OwnerProof {
  const { database, configuration } = dependencies;
  const sealing = createSecretSealing(configuration);
  return async (owner, form) => {
    const { accountId } = owner;
    if ((await findSecondFactor(database, accountId)) === null) {
      return await provePassword(
        dependencies,
        throttles.password,
        accountId,
        form.field('password'),
      );
    }
    const proof = await proveWithCode(dependencies, throttles, owner, form);
    if ('errors' in proof) return proof;
    const { account, holder, code } = proof;
    const verified = await database
      .transaction()
      .execute((transaction) => verifyCode(transaction, dependencies, sealing, holder, code));
    // If two-step verification was turned off, the password is enough.
    return verified === 'right' || verified === 'off' ? account : codeRefusal(verified);
  };
}

/** Asks a person who is logged in for the password. Returns the account, or a refusal. */
export async function provePassword(
  { database }: Pick<Dependencies, 'database'>,
  throttle: Throttles['password'],
  accountId: string,
  password: string,
): Promise<AccountRecord | LogInRefusal> {
  if (password === '') return refusalOf('password', connectTexts().errors.noPassword);
  // Guessing with a stolen session must not be faster than at the log-in.
  const wait = await throttle(accountId);
  if (wait !== null) return throttledRefusal(wait);
  const account = await findAccount(database, accountId);
  if (account === undefined || !(await fitsPassword(password, account.passwordHash))) {
    return wrongPassword();
  }
  return { accountId, passwordHash: account.passwordHash };
}

export function wrongPassword(): LogInRefusal {
  return refusalOf('password', connectTexts().errors.wrongPassword);
}

/** The person has proven the password. The code must still be verified. */
interface CodeToVerify {
  account: AccountRecord;
  holder: CodeHolder;
  code: TypedCode;
}

/** Asks a person who is logged in for the password, and reads a code that may be tried. */
export async function proveWithCode(
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'password' | 'code'>,
  { of, accountId, email }: AccountHolder,
  { field, cookies, raw }: PostedForm,
): Promise<CodeToVerify | LogInRefusal> {
  const proof = await provePassword(dependencies, throttles.password, accountId, field('password'));
  if ('errors' in proof) return proof;
  const code = readTypedCode(field('code'));
  if (code === null) return noCode();
  const wait = await throttles.code({
    accountId,
    passwordDigest: passwordDigest(proof),
    address: raw.ip,
    knownDevice: await knownDeviceOf(dependencies, accountId, cookies.device),
    kind: code.kind,
  });
  if (wait !== null) return throttledCode(wait, code);
  const { name: browser } = browserWords(raw.headers['user-agent'] ?? null);
  return { account: proof, holder: { of, accountId, email, browser }, code };
}

export interface CodeHolder extends AccountHolder {
  /** The browser in words. */
  browser: string;
}

/**
 * `used`: the last accepted code again, as after a double click. It is refused, but does not count as a
 * guess. `unreadable`: the sealing key was lost, so that no code of the app can be checked. `off`:
 * two-step verification is off.
 */
export type VerifiedCode = 'right' | 'wrong' | 'used' | 'unreadable' | 'off';

/** Consumes a code, so that it works once. Records a wrong code and a used recovery code. */
export async function verifyCode(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  sealing: SecretSealing,
  holder: CodeHolder,
  { kind, digits }: TypedCode,
): Promise<VerifiedCode> {
  const { of, accountId, email, browser } = holder;
  const factor = await lockSecondFactor(transaction, accountId);
  if (factor === null) return 'off';
  const now = dependencies.clock();
  const audited = { of, accountId, now };
  const refuse = async (): Promise<VerifiedCode> => {
    const action = 'second_factor.refused';
    await recordAccountAudit(transaction, { ...audited, action, details: { browser } });
    return 'wrong';
  };

  if (kind === 'one-time') {
    const key = await openOrNull(sealing, factor.keySealed, accountId);
    if (key === null) return 'unreadable';
    const timeStep = timeStepOf(digits, key, now);
    if (timeStep === factor.lastTimeStep) return 'used';
    const isRight = timeStep !== null && (await consumeTimeStep(transaction, accountId, timeStep));
    return isRight ? 'right' : await refuse();
  }

  const codeHash = hashRecoveryCode(accountId, digits);
  if (!(await consumeRecoveryCode(transaction, accountId, codeHash))) return await refuse();
  const left = (await findSecondFactor(transaction, accountId))?.recoveryCodes ?? 0;
  const details = { left };
  await recordAccountAudit(transaction, { ...audited, action: 'recovery_code.used', details });
  if (email !== null) {
    const mail = { of, kind: 'recovery-code-used', email, accountId, details } as const;
    await queueAccountMail(transaction, dependencies, mail);
  }
  return 'right';
}

/** For a text that is not a code, and does not count as an attempt. */
export function noCode(): LogInRefusal {
  return refusalOf('code', connectTexts().errors.noCode);
}

/** For a wrong code while two-step verification is turned on. */
export function notOfKey(): LogInRefusal {
  return refusalOf('code', connectTexts().errors.notOfKey);
}

/** For a code above the limit. Recovery codes have a separate limit. */
export function throttledCode(seconds: number, { kind }: TypedCode): LogInRefusal {
  const refusal = throttledRefusal(seconds);
  if (kind === 'recovery') return refusal;
  const text = connectTexts().errors.recoveryCodesHaveOwnLimit;
  return { ...refusal, errors: [...refusal.errors, { field: 'code', text }] };
}

/** Returns the refusal of a code. */
export function codeRefusal(verified: Exclude<VerifiedCode, 'right' | 'off'>): LogInRefusal {
  const { wrongCode, usedCode, unreadableCode } = connectTexts().errors;
  const texts = { wrong: wrongCode, used: usedCode, unreadable: unreadableCode };
  return refusalOf('code', texts[verified]);
}
