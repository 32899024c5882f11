import { listAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { createSecretSealing, type SecretSealing } from '../../platform/secrets/sealing.ts';
import type { LogInRefusal } from './attempt-log-in.ts';
import { knownDeviceOf } from './devices.ts';
import { type AccountMail, browserWords } from './domain/account-mail.ts';
import { readTypedCode } from './domain/passwords.ts';
import { createTickets, type LogInTickets, logInUse, passwordDigest } from './links.ts';
import type { CodeThrottle } from './log-in-throttle.ts';
import type { PostedForm } from './posted-form.ts';
import { type CodeHolder, codeRefusal, noCode, throttledCode, verifyCode } from './prove-owner.ts';
import { completeLogIn, countLogIn, findPlayer, type LoggedIn } from './sessions.ts';
import { findAccount, isAccountLocked, lockPassword } from './store/accounts.ts';

export interface CodeAttempts {
  throttle: CodeThrottle;
  tickets: LogInTickets;
  sealing: SecretSealing;
}

export function createCodeAttempts(
  dependencies: Pick<Dependencies, 'clock' | 'configuration'>,
  throttle: CodeThrottle,
): CodeAttempts {
  return {
    throttle,
    tickets: createTickets(dependencies),
    sealing: createSecretSealing(dependencies.configuration),
  };
}

/** Whether the browser is logged in already as the player whose code a form brings, for instance after Back. */
export async function isLoggedInByTicket(
  dependencies: Dependencies,
  { tickets }: Pick<CodeAttempts, 'tickets'>,
  { field, cookies }: Pick<PostedForm, 'field' | 'cookies'>,
): Promise<boolean> {
  const player = await findPlayer(dependencies, cookies.session);
  if (player === null) return false;
  const ticket = await tickets.open(logInUse(cookies), field('ticket'));
  return ticket?.memberId === player.memberId;
}

/**
 * Tries the code that a log-in asks for after the password: a new session, or why there is none. Null
 * where the log-in has to begin again: it took too long, or the account is another by now.
 */
export async function attemptCode(
  dependencies: Dependencies,
  attempts: CodeAttempts,
  form: PostedForm,
): Promise<LoggedIn | LogInRefusal | null> {
  const outcome = await judgeCode(dependencies, attempts, form);
  if (outcome !== null) countLogIn(dependencies, outcome);
  return outcome;
}

async function judgeCode(
  dependencies: Dependencies,
  { throttle, tickets, sealing }: CodeAttempts,
  form: PostedForm,
): Promise<LoggedIn | LogInRefusal | null> {
  const { field, cookies, raw } = form;
  const ticket = await tickets.open(logInUse(cookies), field('ticket'));
  if (ticket === null) return null;
  const code = readTypedCode(field('code'));
  if (code === null) return noCode();
  const { memberId } = ticket;
  const knownDevice = await knownDeviceOf(dependencies, memberId, cookies.device);
  const wait = await throttle({
    memberId,
    passwordDigest: ticket.passwordDigest,
    address: raw.ip,
    knownDevice,
    kind: code.kind,
  });
  if (wait !== null) return throttledCode(wait, code);

  const browser = browserWords(raw.headers['user-agent'] ?? null).name;
  return await dependencies.database.transaction().execute(async (transaction) => {
    const account = await findAccount(transaction, memberId);
    const isSame =
      account !== undefined &&
      passwordDigest(account) === ticket.passwordDigest &&
      (await lockPassword(transaction, { memberId, passwordHash: account.passwordHash })) &&
      !(await isAccountLocked(transaction, memberId));
    if (!isSame) return null;
    // The address of now: since the password was typed it may have been changed.
    const holder = { memberId, email: account.email, browser };
    const verified = await verifyCode(transaction, dependencies, sealing, holder, code);
    if (verified === 'off') return null;
    if (verified === 'right') return await completeLogIn(transaction, dependencies, holder, form);
    if (verified === 'wrong' && knownDevice === null) {
      await warnOnce(transaction, dependencies, holder);
    }
    return codeRefusal(verified);
  });
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

/** Warns the player at the first wrong code of a day, and not at each guess. */
async function warnOnce(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { memberId, email, browser }: CodeHolder,
): Promise<void> {
  if (email === null) return;
  const since = new Date(dependencies.clock().getTime() - DAY_MILLISECONDS);
  const refusals = { memberId, action: 'second_factor.refused', since };
  // The one of now is among them.
  if ((await listAudit(transaction, refusals, { limit: 2 })).length > 1) return;
  const mail = { kind: 'second-factor-refused', email, memberId, details: { browser } } as const;
  await queueMail<AccountMail>(transaction, dependencies, mail);
}
