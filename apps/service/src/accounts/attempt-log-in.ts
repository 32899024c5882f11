import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { FormFault } from '../platform/pages/render.ts';
import { checkPassword } from './check-password.ts';
import { isKnownDevice, rememberDevice } from './devices.ts';
import { browserWords } from './domain/browser-words.ts';
import type { LogInThrottle } from './log-in-throttle.ts';
import type { PostedForm } from './posted-form.ts';
import { beginSession } from './sessions.ts';
import { lockPassword } from './store/accounts.ts';

export interface LogInRefusal {
  status: 422 | 429;
  faults: FormFault[];
  /** Seconds, with 429. */
  retryAfter?: number;
}

export interface LoggedIn {
  /** The token of the new session. */
  session: string;
  /** The token by which the browser is known from now on. */
  device: string;
}

/** Tries a log-in form: a new session, or why there is none. */
export async function attemptLogIn(
  dependencies: Dependencies,
  throttle: LogInThrottle,
  { field, cookies, raw }: PostedForm,
): Promise<LoggedIn | LogInRefusal> {
  const email = field('email');
  const password = field('password');
  const missing = missingFields(email, password);
  if (missing.length > 0) return { status: 422, faults: missing };
  const { device } = cookies;
  const knownDevice = (await isKnownDevice(dependencies, email, device)) ? device : null;
  const wait = await throttle({ email, address: raw.ip, knownDevice });
  if (wait !== null) return throttledRefusal(wait);
  const { account, memberId } = await checkPassword(dependencies, { email, password });
  const userAgent = raw.headers['user-agent'] ?? null;
  const browser = browserWords(userAgent).name;
  return await dependencies.database.transaction().execute(async (transaction) => {
    const record = async (action: 'log_in.succeeded' | 'log_in.refused') =>
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
      return { status: 422, faults: [mismatch] };
    }
    await record('log_in.succeeded');
    const session = await beginSession(
      { ...dependencies, database: transaction },
      { memberId: account.memberId, previousToken: cookies.session, userAgent },
    );
    const known = { memberId: account.memberId, email: email.trim(), device, browser };
    return { session, device: await rememberDevice(transaction, dependencies, known) };
  });
}

/** The refusal of one attempt too many. */
export function throttledRefusal(seconds: number): LogInRefusal {
  const text = `There were too many attempts. Wait ${seconds} seconds.`;
  return { status: 429, faults: [{ field: null, text }], retryAfter: seconds };
}

// It does not say which of the two is wrong: that would reveal who has an account.
const mismatch: FormFault = {
  field: 'password',
  text: 'The e-mail address or the password is wrong.',
};

function missingFields(email: string, password: string): FormFault[] {
  return [
    ...(email.trim() === '' ? [{ field: 'email', text: 'Enter your e-mail address.' }] : []),
    ...(password === '' ? [{ field: 'password', text: 'Enter your password.' }] : []),
  ];
}
