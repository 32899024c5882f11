import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { hashSecret, newSecret } from '../../platform/secrets/sealing.ts';
import { isProtected } from '../../ratings/domain/player.ts';
import { deviceCookie, rememberDevice } from './devices.ts';
import { browserWords } from './domain/account-mail.ts';
import { type PostedForm, setCookie } from './posted-form.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteStaleSessions,
  findSession,
  insertSession,
  listSessions,
  recordSessionUse,
} from './store/sessions.ts';

type SessionDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

// More than a person's browsers. Without a bound, a program that logs in again and again would make the
// account page longer and slower for as long as a session lives.
const MAX_SESSIONS = 50;

// Written at most once a minute: a write at every page would cost more than the page.
const LAST_USE_PRECISION_MILLISECONDS = 60_000;

/** The player whom a browser's session speaks for. */
export interface Player {
  memberId: string;
  name: string;
  email: string | null;
  /** Whether they are protected as a player under 16. */
  isProtected: boolean;
}

interface LogIn {
  memberId: string;
  /** The session the browser had until now, which ends. */
  previousToken: string | null;
  userAgent: string | null;
}

/**
 * Begins a session and returns its token; every log-in gets a new one. Where there are more sessions than
 * a person has browsers, the one used longest ago ends.
 */
export async function beginSession(
  { database, clock, configuration }: SessionDependencies,
  { memberId, previousToken, userAgent }: LogIn,
): Promise<string> {
  const now = clock();
  const token = newSecret('');
  if (previousToken !== null) await deleteSession(database, hashSecret(previousToken));
  await deleteStaleSessions(database, memberId, { now, latestUsed: MAX_SESSIONS - 1 });
  await insertSession(database, {
    id: newId('ses'),
    tokenHash: hashSecret(token),
    memberId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + configuration.sessionLifetime * 1_000),
    userAgent: userAgent?.slice(0, 500) ?? null,
  });
  return token;
}

export async function findPlayer(
  { database, clock }: SessionDependencies,
  token: string | null,
): Promise<Player | null> {
  if (token === null) return null;
  const now = clock();
  const tokenHash = hashSecret(token);
  const session = await findSession(database, tokenHash, now);
  if (session === undefined) return null;
  if (now.getTime() - session.lastUsedAt.getTime() >= LAST_USE_PRECISION_MILLISECONDS) {
    await recordSessionUse(database, tokenHash, now);
  }
  return {
    memberId: session.memberId,
    name: `${session.firstName} ${session.lastName}`,
    email: session.email,
    isProtected: isProtected({ protected_until: session.protectedUntil }, now),
  };
}

/** Whether a browser is logged in as the player with this e-mail address. */
export async function isLoggedInAs(
  dependencies: SessionDependencies,
  token: string | null,
  email: string,
): Promise<boolean> {
  const player = await findPlayer(dependencies, token);
  return player !== null && player.email?.toLowerCase() === email.trim().toLowerCase();
}

export async function endSession(
  { database }: SessionDependencies,
  token: string | null,
): Promise<void> {
  if (token !== null) await deleteSession(database, hashSecret(token));
}

/** One of a player's sessions, as the account page lists them. */
export interface PlayerSession {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  userAgent: string | null;
  /** Whether it is the session of the token it was asked with. */
  isCurrent: boolean;
}

export async function findSessions(
  { database, clock }: SessionDependencies,
  memberId: string,
  token: string,
): Promise<PlayerSession[]> {
  const current = Buffer.from(hashSecret(token));
  const sessions = await listSessions(database, memberId, clock());
  return sessions.map(({ tokenHash, ...session }) => ({
    ...session,
    isCurrent: current.equals(tokenHash),
  }));
}

/** Ends one of the player's sessions; false where the player has none with this id. */
export async function endSessionById(
  { database, clock }: SessionDependencies,
  memberId: string,
  id: string,
): Promise<boolean> {
  // Looked for among the player's own, so that an id of somebody else's is none at all.
  const sessions = await listSessions(database, memberId, clock());
  const session = sessions.find((candidate) => candidate.id === id);
  if (session === undefined) return false;
  await deleteSession(database, session.tokenHash);
  return true;
}

/** Ends the player's sessions but the one with this token; gives how many there were. */
export async function endOtherSessions(
  { database, clock }: SessionDependencies,
  memberId: string,
  token: string,
): Promise<number> {
  return await deleteOtherSessions(database, memberId, hashSecret(token), clock());
}

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

/** What an attempt to log in came to, for the metrics. */
export const LOG_IN_OUTCOMES = ['succeeded', 'code_asked', 'refused', 'throttled'] as const;

type Attempted = { session: string } | { ticket: string } | { status: 422 | 429 };

export function countLogIn(
  { serviceCounts }: Pick<Dependencies, 'serviceCounts'>,
  outcome: Attempted,
): void {
  serviceCounts?.logIns.add(labelOf(outcome));
}

function labelOf(outcome: Attempted): (typeof LOG_IN_OUTCOMES)[number] {
  if ('session' in outcome) return 'succeeded';
  if ('ticket' in outcome) return 'code_asked';
  return outcome.status === 429 ? 'throttled' : 'refused';
}
