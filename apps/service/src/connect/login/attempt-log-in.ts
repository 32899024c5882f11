import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import type { FormFault } from '../../platform/pages/render.ts';
import { connectTexts } from '../domain/texts.ts';
import { checkPassword } from './check-password.ts';
import { countFailure, returnGuess, takeGuess } from './daily-attempts.ts';
import { isKnownDevice } from './devices.ts';
import { browserWords, readEmail } from './domain/account-mail.ts';
import { type LogInTickets, logInUse, passwordDigest } from './links.ts';
import type { LogInThrottle } from './log-in-throttle.ts';
import type { PostedForm } from './posted-form.ts';
import { queueAccountMail, readLogInName, recordAccountAudit } from './realms.ts';
import { completeLogIn, countLogIn, type LoggedIn } from './sessions.ts';
import { isAccountLocked, lockPassword } from './store/accounts.ts';
import { findSecondFactor } from './store/second-factors.ts';

export interface LogInRefusal {
  status: 422 | 429;
  faults: FormFault[];
  /** Seconds, with 429. */
  retryAfter?: number;
}

/** The password was right, and a code is asked for: there is no session yet. */
export interface CodeAsked {
  ticket: string;
}

/** Tries a log-in form: a new session, what it takes to type a code, or why there is neither. */
export async function attemptLogIn(
  dependencies: Dependencies,
  throttle: LogInThrottle,
  tickets: LogInTickets,
  form: PostedForm,
): Promise<LoggedIn | CodeAsked | LogInRefusal> {
  const outcome = await judgeLogIn(dependencies, throttle, tickets, form);
  countLogIn(dependencies, outcome);
  return outcome;
}

async function judgeLogIn(
  dependencies: Dependencies,
  throttle: LogInThrottle,
  tickets: LogInTickets,
  form: PostedForm,
): Promise<LoggedIn | CodeAsked | LogInRefusal> {
  const { field, cookies, raw } = form;
  const { of } = cookies.realm;
  const password = field('password');
  const missing = missingFields(field('email'), password);
  if (missing.length > 0) return { status: 422, faults: missing };
  const email = readEmail(field('email'));
  const named = readLogInName(of, field('email'));
  const isKnown = named !== null && (await isKnownDevice(dependencies, named, cookies.device));
  const knownDevice = isKnown ? cookies.device : null;
  const attempt = { address: raw.ip, knownDevice };
  const wait = await throttle({ ...(named ?? { of, name: 'no e-mail address' }), ...attempt });
  if (wait !== null) return throttledRefusal(wait);
  const mail = { of, email: email ?? '', accountId: null };
  if (knownDevice === null && named !== null) {
    const dailyWait = await takeGuess(dependencies, named, async (transaction) => {
      await queueAccountMail(transaction, dependencies, { ...mail, kind: 'log-in-link' });
    });
    if (dailyWait !== null) return dailyRefusal(dailyWait, howToLogIn(dependencies));
  }
  const { account, accountId } = await checkPassword(dependencies, { named, password });
  const { name: browser } = browserWords(raw.headers['user-agent'] ?? null);
  const outcome = await dependencies.database.transaction().execute(async (transaction) => {
    const record = async (action: 'log_in.code_asked' | 'log_in.refused') =>
      await recordAccountAudit(transaction, {
        of,
        accountId,
        action,
        now: dependencies.clock(),
        // Neither address nor header: the entry cannot be deleted with the account.
        details: { browser },
      });
    const refuse = async (refusal: LogInRefusal) => {
      await record('log_in.refused');
      return refusal;
    };
    // A change of the password ends the sessions there are; this one must not slip in behind it.
    if (account === null || !(await lockPassword(transaction, account))) {
      // Recorded without an account too, so that the time reveals nothing about who has one.
      if (named !== null) {
        await countFailure(transaction, dependencies, named, async (details) => {
          const warning = { ...mail, kind: 'log-ins-failed', details } as const;
          await queueAccountMail(transaction, dependencies, warning);
        });
      }
      // It does not say which of the two is wrong: that would reveal who has an account.
      return await refuse(refusalOf('password', connectTexts().errors.mismatch));
    }
    if (knownDevice === null && named !== null) await returnGuess(transaction, dependencies, named);
    // Said only to someone who knows the password.
    if (await isAccountLocked(transaction, account.accountId))
      return await refuse(refusalOf(null, connectTexts().errors.locked));
    const owner = { of, accountId: account.accountId, email };
    if ((await findSecondFactor(transaction, owner.accountId)) === null) {
      return await completeLogIn(transaction, dependencies, owner, form);
    }
    await record('log_in.code_asked');
    return { accountId: owner.accountId, passwordDigest: passwordDigest(account) };
  });
  return 'passwordDigest' in outcome
    ? { ticket: await tickets.issue(logInUse(cookies), outcome) }
    : outcome;
}

/** The refusal of one attempt too many. */
export function throttledRefusal(seconds: number): LogInRefusal {
  const text = connectTexts().errors.tooManyAttempts(waitWords(seconds));
  return { status: 429, faults: [{ field: null, text }], retryAfter: seconds };
}

/** The refusal of a guess too many of a day. It is the same whether or not there is an account. */
export function dailyRefusal(seconds: number, howToLogIn: string): LogInRefusal {
  const text = connectTexts().errors.tooManyToday(waitWords(seconds), howToLogIn);
  return { status: 429, faults: [{ field: null, text }], retryAfter: seconds };
}

function howToLogIn(dependencies: Pick<Dependencies, 'configuration'>): string {
  const { useMailedLink, askForLink } = connectTexts().errors;
  return sendsMail(dependencies) ? useMailedLink : askForLink;
}

function waitWords(seconds: number): string {
  const { errors } = connectTexts();
  if (seconds < 120) return errors.seconds(seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? errors.minutes(minutes) : errors.hours(Math.ceil(minutes / 60));
}

/** A refusal for what is wrong with a field, or with the whole form. */
export function refusalOf(field: string | null, text: string): LogInRefusal {
  return { status: 422, faults: [{ field, text }] };
}

function missingFields(email: string, password: string): FormFault[] {
  const { noEmail, noPassword } = connectTexts().errors;
  return [
    ...(email.trim() === '' ? [{ field: 'email', text: noEmail }] : []),
    ...(password === '' ? [{ field: 'password', text: noPassword }] : []),
  ];
}
