import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { FormFault } from '../platform/pages/render.ts';
import { checkPassword } from './check-password.ts';
import { completeLogIn, type LoggedIn } from './complete-log-in.ts';
import { countLogIn } from './count-log-in.ts';
import { isKnownDevice } from './devices.ts';
import { browserWords } from './domain/browser-words.ts';
import type { LogInThrottle } from './log-in-throttle.ts';
import { type LogInTickets, logInUse, passwordDigest } from './log-in-ticket.ts';
import type { PostedForm } from './posted-form.ts';
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
  const email = field('email');
  const password = field('password');
  const missing = missingFields(email, password);
  if (missing.length > 0) return { status: 422, faults: missing };
  const knownDevice = (await isKnownDevice(dependencies, email, cookies.device))
    ? cookies.device
    : null;
  const wait = await throttle({ email, address: raw.ip, knownDevice });
  if (wait !== null) return throttledRefusal(wait);
  const { account, memberId } = await checkPassword(dependencies, { email, password });
  const { name: browser } = browserWords(raw.headers['user-agent'] ?? null);
  const outcome = await dependencies.database.transaction().execute(async (transaction) => {
    const record = async (action: 'log_in.code_asked' | 'log_in.refused') =>
      await recordAudit(transaction, {
        occurredAt: dependencies.clock(),
        actor: 'player',
        action,
        applicationId: null,
        memberId,
        // Neither address nor header: the entry cannot be deleted with the account.
        details: { browser },
      });
    // A change of the password ends the sessions there are; this one must not slip in behind it.
    if (account === null || !(await lockPassword(transaction, account))) {
      // Recorded without an account too, so that the time reveals nothing about who has one.
      await record('log_in.refused');
      return mismatch;
    }
    if (await isAccountLocked(transaction, account.memberId)) {
      await record('log_in.refused');
      return locked;
    }
    const owner = { memberId: account.memberId, email: email.trim() };
    if ((await findSecondFactor(transaction, owner.memberId)) === null) {
      return await completeLogIn(transaction, dependencies, owner, form);
    }
    await record('log_in.code_asked');
    return { memberId: owner.memberId, passwordDigest: passwordDigest(account) };
  });
  return 'passwordDigest' in outcome
    ? { ticket: await tickets.issue(logInUse(cookies), outcome) }
    : outcome;
}

/** The refusal of one attempt too many. */
export function throttledRefusal(seconds: number): LogInRefusal {
  const text = `There were too many attempts. Wait ${waitWords(seconds)}.`;
  return { status: 429, faults: [{ field: null, text }], retryAfter: seconds };
}

function waitWords(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

// It does not say which of the two is wrong: that would reveal who has an account.
const mismatch: LogInRefusal = {
  status: 422,
  faults: [{ field: 'password', text: 'The e-mail address or the password is wrong.' }],
};

// Shown only to someone who knows the password.
const locked: LogInRefusal = {
  status: 422,
  faults: [{ field: null, text: 'This account is locked. Ask those who run the service why.' }],
};

function missingFields(email: string, password: string): FormFault[] {
  return [
    ...(email.trim() === '' ? [{ field: 'email', text: 'Enter your e-mail address.' }] : []),
    ...(password === '' ? [{ field: 'password', text: 'Enter your password.' }] : []),
  ];
}
