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

/** Has somebody who is logged in prove that the account is theirs: the account, or why it is not proven. */
export type OwnerProof = (
  owner: AccountHolder,
  form: PostedForm,
) => Promise<AccountRecord | LogInRefusal>;

/**
 * By the password, and by a code where two-step verification is on. The code is used up, so that whatever
 * else is wrong with the form has to be found before.
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
    // Turned off meanwhile, the password is all that there is to prove.
    return verified === 'right' || verified === 'off' ? account : codeRefusal(verified);
  };
}

/** Has somebody who is logged in prove the password: the account, or why it is not proven. */
export async function provePassword(
  { database }: Pick<Dependencies, 'database'>,
  throttle: Throttles['password'],
  accountId: string,
  password: string,
): Promise<AccountRecord | LogInRefusal> {
  if (password === '') return refusalOf('password', connectTexts().errors.noPassword);
  // A stolen session must not be a way to guess the password faster than at the log-in.
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

/** Somebody who has proven the password, and the code that is still to be verified. */
interface CodeToVerify {
  account: AccountRecord;
  holder: CodeHolder;
  code: TypedCode;
}

/** Has somebody who is logged in prove the password, and reads the code beside it where it may be tried. */
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
 * `used` for the code that was accepted last, sent once more, as by a double click: it is refused, but
 * nobody guessed. `unreadable` where the key that seals was lost, so that no code of the app can be checked; `off` where
 * two-step verification is no longer on.
 */
export type VerifiedCode = 'right' | 'wrong' | 'used' | 'unreadable' | 'off';

/** Uses a code up, so that it works once, and records it where it is wrong or a recovery code. */
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

/** For what is no code at all, and counts as no attempt. */
export function noCode(): LogInRefusal {
  return refusalOf('code', connectTexts().errors.noCode);
}

/** For a code by which two-step verification was not turned on. */
export function notOfKey(): LogInRefusal {
  return refusalOf('code', connectTexts().errors.notOfKey);
}

/** For one code too many. Recovery codes are counted apart. */
export function throttledCode(seconds: number, { kind }: TypedCode): LogInRefusal {
  const refusal = throttledRefusal(seconds);
  if (kind === 'recovery') return refusal;
  const text = connectTexts().errors.recoveryCodesCountApart;
  return { ...refusal, errors: [...refusal.errors, { field: 'code', text }] };
}

/** What a page says to a code that did not do. */
export function codeRefusal(verified: Exclude<VerifiedCode, 'right' | 'off'>): LogInRefusal {
  const { wrongCode, usedCode, unreadableCode } = connectTexts().errors;
  const texts = { wrong: wrongCode, used: usedCode, unreadable: unreadableCode };
  return refusalOf('code', texts[verified]);
}
