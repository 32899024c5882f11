import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { setCookie } from './cookies.ts';
import { deviceCookie, rememberDevice } from './devices.ts';
import { browserWords } from './domain/browser-words.ts';
import type { PostedForm } from './posted-form.ts';
import { beginSession } from './sessions.ts';

export interface LoggedIn {
  /** The token of the new session. */
  session: string;
  /** The token by which the browser is known from now on. */
  device: string;
}

interface LoggingIn {
  memberId: string;
  email: string | null;
}

/** Logs in somebody who has shown all that the account asks for. */
export async function completeLogIn(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  player: LoggingIn,
  form: Pick<PostedForm, 'cookies' | 'raw'>,
): Promise<LoggedIn> {
  await recordAudit(transaction, {
    occurredAt: dependencies.clock(),
    actor: 'player',
    action: 'log_in.succeeded',
    applicationId: null,
    memberId: player.memberId,
    details: { browser: browserWords(form.raw.headers['user-agent'] ?? null).name },
  });
  return await openBrowser(transaction, dependencies, player, form);
}

/** Begins a session in the browser that sent a form, and remembers the browser. */
export async function openBrowser(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { memberId, email }: LoggingIn,
  { cookies, raw }: Pick<PostedForm, 'cookies' | 'raw'>,
): Promise<LoggedIn> {
  const userAgent = raw.headers['user-agent'] ?? null;
  const session = await beginSession(
    { ...dependencies, database: transaction },
    { memberId, previousToken: cookies.session, userAgent },
  );
  const { name: browser } = browserWords(userAgent);
  const known = { memberId, email, device: cookies.device, browser };
  return { session, device: await rememberDevice(transaction, dependencies, known) };
}

/** What the browser is sent with it. */
export function logInCookies(
  { publicUrl, configuration }: Pick<Dependencies, 'publicUrl' | 'configuration'>,
  { session, device }: LoggedIn,
): string[] {
  return [
    setCookie(publicUrl, 'session', session, configuration.sessionLifetime),
    deviceCookie(publicUrl, device),
  ];
}
