import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { hashSecret, type SecretSealing } from '../../platform/secrets/sealing.ts';
import { decoyHash, fitsPassword } from './check-password.ts';
import { browserWords } from './domain/account-mail.ts';
import { readTypedCode } from './domain/passwords.ts';
import { verifyCode } from './prove-owner.ts';
import { realmOf, recordAccountAudit } from './realms.ts';
import type { Person } from './sessions.ts';
import { findAccount, lockPassword } from './store/accounts.ts';
import { findSecondFactor } from './store/second-factors.ts';
import { countProofAttempt, deleteSession, recordProof } from './store/sessions.ts';

/** How long password and code count as just entered, in milliseconds. */
const PROOF_LIFETIME = 5 * 60_000;

/** After this many wrong attempts, the session ends. A thief cannot continue to guess, and the owner logs in again. */
const MAX_ATTEMPTS = 5;

/** Returns whether somebody entered password and code in the last minutes. */
export function isProven({ provenAt }: Pick<Person, 'provenAt'>, now: Date): boolean {
  return now.getTime() - provenAt.getTime() < PROOF_LIFETIME;
}

/** The fields of the proof. */
export interface TypedProof {
  password: string;
  code: string;
  userAgent: string | null;
}

/**
 * Asks a person who is logged in to prove who they are, by the password, and by a code with two-step verification.
 * Returns `ended` if the session is over, because there were too many wrong attempts.
 */
export async function proveSession(
  dependencies: Dependencies,
  sealing: SecretSealing,
  { of, accountId, email, session }: Person,
  { password, code: typedCode, userAgent }: TypedProof,
): Promise<'proven' | 'incomplete' | 'wrong' | 'ended'> {
  const { database } = dependencies;
  const code = readTypedCode(typedCode);
  const { needsCode } = realmOf(of);
  const takesCode = needsCode || (await findSecondFactor(database, accountId)) !== null;
  const hasCode = needsCode ? code?.kind === 'one-time' : code !== null;
  if (password === '' || (takesCode && !hasCode)) return 'incomplete';
  const tokenHash = hashSecret(session);
  // Counted before it is checked, so that simultaneous attempts cannot exceed the limit.
  const attempts = await countProofAttempt(database, tokenHash);
  if (attempts === undefined || attempts > MAX_ATTEMPTS) return 'ended';
  const { passwordHash = decoyHash } = (await findAccount(database, accountId)) ?? {};
  const fits = await fitsPassword(password, passwordHash);
  const now = dependencies.clock();
  const browser = browserWords(userAgent).name;
  return await database.transaction().execute(async (transaction) => {
    const holder = { of, accountId, email, browser };
    const isRight =
      fits &&
      (await lockPassword(transaction, { accountId, passwordHash }, true)) &&
      (!takesCode ||
        (code !== null &&
          (await verifyCode(transaction, dependencies, sealing, holder, code)) === 'right'));
    if (isRight) {
      await recordProof(transaction, tokenHash, now);
      await recordAccountAudit(transaction, { of, accountId, now, action: 'log_in.proved' });
      return 'proven';
    }
    const details = { browser, loggedIn: true };
    await recordAccountAudit(transaction, {
      of,
      accountId,
      now,
      action: 'log_in.refused',
      details,
    });
    if (attempts < MAX_ATTEMPTS) return 'wrong';
    await deleteSession(transaction, tokenHash);
    return 'ended';
  });
}
