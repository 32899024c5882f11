import type { LogInRefusal } from '../../connect/login/attempt-log-in.ts';
import { decoyHash, fitsPassword } from '../../connect/login/check-password.ts';
import { browserWords } from '../../connect/login/domain/account-mail.ts';
import { readTypedCode } from '../../connect/login/domain/passwords.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { hashSecret, type SecretSealing } from '../../platform/secrets/sealing.ts';
import { freshStep } from './attempt-log-in.ts';
import { actOfOperator, type Operator } from './sessions.ts';
import { findOperator, lockOperator, recordTimeStep } from './store/operator-accounts.ts';
import {
  countProofAttempt,
  deleteOperatorSession,
  recordProof,
} from './store/operator-sessions.ts';

/** How long password and code count as just given, in milliseconds. */
const PROOF_LIFETIME = 5 * 60_000;

/** After so many wrong attempts the session ends: who stole it has no way to guess, and its owner logs in again. */
const MAX_ATTEMPTS = 5;

/** Whether the operator gave password and code a few minutes ago, or just now. */
export function isProven({ provenAt }: Operator, now: Date): boolean {
  return now.getTime() - provenAt.getTime() < PROOF_LIFETIME;
}

/** What an operator typed to prove who they are. */
export interface TypedProof {
  password: string;
  code: string;
  userAgent: string | null;
}

/**
 * Has a logged-in operator prove by password and code who they are: why they have not, or null where they
 * have. `ended` where the session is over, because there were too many wrong attempts.
 */
export async function proveOperator(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  sealing: SecretSealing,
  operator: Operator,
  { password, code: typedCode, userAgent }: TypedProof,
): Promise<LogInRefusal | 'ended' | null> {
  const code = readTypedCode(typedCode);
  if (password === '' || code?.kind !== 'one-time') return incomplete;
  const tokenHash = hashSecret(operator.session);
  // Counted before it is checked, so that attempts at the same time are no way to more of them.
  const attempts = await countProofAttempt(database, tokenHash);
  if (attempts === undefined || attempts > MAX_ATTEMPTS) return 'ended';
  const account = await findOperator(database, operator.name);
  const fits = await fitsPassword(password, account?.passwordHash ?? decoyHash);
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const locked = fits ? await lockOperator(transaction, operator.id) : undefined;
    const isSame = locked !== undefined && locked.passwordHash === account?.passwordHash;
    const timeStep = isSame ? await freshStep(sealing, locked, code.digits, now) : null;
    if (timeStep !== null) {
      await recordTimeStep(transaction, { id: operator.id, timeStep });
      await recordProof(transaction, tokenHash, now);
      await recordAudit(transaction, { ...actOfOperator(now), action: 'operator.proved' });
      return null;
    }
    const details = { browser: browserWords(userAgent).name, loggedIn: true };
    await recordAudit(transaction, { ...actOfOperator(now), action: 'operator.refused', details });
    if (attempts < MAX_ATTEMPTS) return wrong;
    await deleteOperatorSession(transaction, tokenHash);
    return 'ended';
  });
}

const refusal = (text: string): LogInRefusal => ({
  status: 422,
  faults: [{ field: 'proof_password', text }],
});

const incomplete = refusal('Enter your password and the six digits that your app shows.');

// It does not say which of the two is wrong: that would let who stole the session guess one at a time.
const wrong = refusal(
  'The password or the code is wrong. A code works once: if you used yours already, wait for the next one. After five wrong attempts you are logged out.',
);
