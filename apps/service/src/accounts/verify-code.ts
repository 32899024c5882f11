import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { openOrNull, type SecretSealing } from '../platform/secrets/sealing.ts';
import type { AccountMail } from './domain/account-mail.ts';
import { timeStepOf } from './domain/one-time-code.ts';
import { hashRecoveryCode } from './domain/recovery-codes.ts';
import type { TypedCode } from './domain/typed-code.ts';
import {
  consumeRecoveryCode,
  consumeTimeStep,
  findSecondFactor,
  lockSecondFactor,
} from './store/second-factors.ts';

export interface CodeHolder {
  memberId: string;
  email: string | null;
  /** The browser in words. */
  browser: string;
}

/**
 * `used` for the code that was accepted last, sent once more, as by a double click: it is refused, but
 * nobody guessed. `unreadable` where the key that seals was lost, so that no code of the app can be checked; `off` where
 * there is no second factor any more.
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
  const { memberId, email, browser } = holder;
  const factor = await lockSecondFactor(transaction, memberId);
  if (factor === null) return 'off';
  const now = dependencies.clock();
  const audited = { occurredAt: now, actor: 'player', applicationId: null, memberId } as const;
  const refuse = async (): Promise<VerifiedCode> => {
    const action = 'second_factor.refused';
    await recordAudit(transaction, { ...audited, action, details: { browser } });
    return 'wrong';
  };

  if (kind === 'one-time') {
    const key = await openOrNull(sealing, factor.keySealed, memberId);
    if (key === null) return 'unreadable';
    const timeStep = timeStepOf(digits, key, now);
    if (timeStep === factor.lastTimeStep) return 'used';
    const isRight = timeStep !== null && (await consumeTimeStep(transaction, memberId, timeStep));
    return isRight ? 'right' : await refuse();
  }

  const codeHash = hashRecoveryCode(memberId, digits);
  if (!(await consumeRecoveryCode(transaction, memberId, codeHash))) return await refuse();
  const left = (await findSecondFactor(transaction, memberId))?.recoveryCodes ?? 0;
  await recordAudit(transaction, { ...audited, action: 'recovery_code.used', details: { left } });
  if (email !== null) {
    const mail = { kind: 'recovery-code-used', email, memberId, details: { left } } as const;
    await queueMail<AccountMail>(transaction, dependencies, mail);
  }
  return 'right';
}
