import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { countWrongCode } from './daily-attempts.ts';
import { knownDeviceOf } from './devices.ts';
import { browserWords } from './domain/account-mail.ts';
import { readTypedCode } from './domain/passwords.ts';
import type { LogInRefusal } from './domain/refusals.ts';
import { logInUse, passwordDigest } from './links.ts';
import type { LogInTools } from './log-in.ts';
import type { PostedForm } from './posted-form.ts';
import { type CodeHolder, codeRefusal, noCode, throttledCode, verifyCode } from './prove-owner.ts';
import { queueAccountMail } from './realms.ts';
import { completeLogIn, countLogIn, findAccountSession, type LoggedIn } from './sessions.ts';
import { findAccount, isAccountLocked, lockPassword, rolesOf } from './store/accounts.ts';

/** Returns whether the browser is already logged in as the person of the form's ticket, for instance after Back. */
export async function isLoggedInByTicket(
  dependencies: Dependencies,
  { tickets }: Pick<LogInTools, 'tickets'>,
  { field, cookies }: Pick<PostedForm, 'field' | 'cookies'>,
): Promise<boolean> {
  const owner = await findAccountSession(dependencies, cookies);
  if (owner === null) return false;
  const ticket = await tickets.open(logInUse(cookies), field('ticket'));
  return ticket?.accountId === owner.accountId;
}

/**
 * Tries the code that a log-in requires after the password. Returns a session or a refusal, or null
 * if the log-in must start again, because it took too long or the account changed.
 */
export async function attemptCode(
  dependencies: Dependencies,
  tools: LogInTools,
  form: PostedForm,
): Promise<LoggedIn | LogInRefusal | null> {
  const outcome = await judgeCode(dependencies, tools, form);
  if (outcome !== null) countLogIn(dependencies, outcome);
  return outcome;
}

async function judgeCode(
  dependencies: Dependencies,
  { throttles, tickets, sealing }: LogInTools,
  form: PostedForm,
): Promise<LoggedIn | LogInRefusal | null> {
  const { field, cookies, raw } = form;
  const ticket = await tickets.open(logInUse(cookies), field('ticket'));
  if (ticket === null) return null;
  const code = readTypedCode(field('code'));
  if (code === null) return noCode();
  const { accountId } = ticket;
  const { of } = cookies.realm;
  const knownDevice = await knownDeviceOf(dependencies, accountId, cookies.device);
  const wait = await throttles.code({
    accountId,
    passwordDigest: ticket.passwordDigest,
    address: raw.ip,
    knownDevice,
    kind: code.kind,
  });
  if (wait !== null) return throttledCode(wait, code);

  const browser = browserWords(raw.headers['user-agent'] ?? null).name;
  return await dependencies.database.transaction().execute(async (transaction) => {
    const account = await findAccount(transaction, accountId);
    const isSame =
      account !== undefined &&
      rolesOf[of].includes(account.role) &&
      passwordDigest(account) === ticket.passwordDigest &&
      (await lockPassword(transaction, { accountId, passwordHash: account.passwordHash })) &&
      !(await isAccountLocked(transaction, accountId));
    if (!isSame) return null;
    // The current address, which may have changed since the password was entered.
    const holder = { of, accountId, email: account.email, browser };
    const verified = await verifyCode(transaction, dependencies, sealing, holder, code);
    if (verified === 'off') return null;
    if (verified === 'right') return await completeLogIn(transaction, dependencies, holder, form);
    if (verified === 'wrong' && knownDevice === null) {
      await warnOnce(transaction, dependencies, holder);
    }
    return codeRefusal(verified);
  });
}

/** Warns the owner at the first wrong code of a day. */
async function warnOnce(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { of, accountId, email, browser }: CodeHolder,
): Promise<void> {
  if (email === null || !(await countWrongCode(transaction, dependencies, accountId))) return;
  const mail = { of, accountId, email, details: { browser } };
  await queueAccountMail(transaction, dependencies, { ...mail, kind: 'second-factor-refused' });
}
