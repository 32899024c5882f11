import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type LogInRefusal, throttledRefusal } from './attempt-log-in.ts';
import { fitsPassword } from './check-password.ts';
import type { PasswordThrottle } from './log-in-throttle.ts';
import { type AccountRecord, findAccount } from './store/accounts.ts';

/** Has a logged-in player prove the password: the account, or why it is not proven. */
export async function provePassword(
  { database }: Pick<Dependencies, 'database'>,
  throttle: PasswordThrottle,
  memberId: string,
  password: string,
): Promise<AccountRecord | LogInRefusal> {
  if (password === '') return refusal('Enter your password.');
  // A stolen session must not be a way to guess the password faster than at the log-in.
  const wait = await throttle(memberId);
  if (wait !== null) return throttledRefusal(wait);
  const account = await findAccount(database, memberId);
  if (account === undefined || !(await fitsPassword(password, account.passwordHash))) {
    return wrongPassword;
  }
  return { memberId, passwordHash: account.passwordHash };
}

export const wrongPassword = refusal('The password is wrong.');

function refusal(text: string): LogInRefusal {
  return { status: 422, faults: [{ field: 'password', text }] };
}
