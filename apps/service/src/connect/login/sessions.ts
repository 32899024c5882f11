import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { hashSecret, newSecret } from '../../platform/secrets/sealing.ts';
import { isProtected } from '../../ratings/domain/player.ts';
import { deviceCookie, rememberDevice } from './devices.ts';
import { browserWords } from './domain/account-mail.ts';
import { type Cookies, type PostedForm, readCookies, setCookie } from './posted-form.ts';
import { partnerPeople, players, type Realm, recordAccountAudit } from './realms.ts';
import type { AccountHolder } from './store/accounts.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteStaleSessions,
  findSession,
  insertSession,
  listSessions,
  recordSessionUse,
  type SessionRecord,
} from './store/sessions.ts';

type SessionDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

// More sessions than a person has browsers. Without a limit, a program that logs in repeatedly would make the
// account page long and slow until its sessions expire.
const MAX_SESSIONS = 50;

// A write for each page would cost more than the page.
const LAST_USE_PRECISION_MILLISECONDS = 60_000;

/** The player of a browser's session. */
export interface Player extends AccountHolder {
  memberId: string;
  name: string;
  /** Whether the player is protected because of an age under 16. */
  isProtected: boolean;
}

/** A person who is logged in and is not a player. */
export interface Person extends AccountHolder {
  role: SessionRecord['role'];
  name: string;
  /** The token of the session, to which forms are bound. */
  session: string;
  /** When the person last entered everything that a log-in needs. */
  provenAt: Date;
}

/** A person who works for a partner and is logged in at `/console`. */
export interface PartnerPerson extends Person {
  email: string;
}

interface LogIn {
  realm: Realm;
  accountId: string;
  /** The token of the browser's previous session, which ends. */
  previousToken: string | null;
  userAgent: string | null;
}

/**
 * Begins a session and returns its token. Every log-in gets a new one. If there are more sessions than
 * a person has browsers, the least recently used one ends.
 */
export async function beginSession(
  { database, clock, configuration }: SessionDependencies,
  { realm, accountId, previousToken, userAgent }: LogIn,
): Promise<string> {
  const now = clock();
  const token = newSecret('');
  if (previousToken !== null) await deleteSession(database, hashSecret(previousToken));
  await deleteStaleSessions(database, accountId, { now, latestUsed: MAX_SESSIONS - 1 });
  await insertSession(database, {
    id: newId('ses'),
    tokenHash: hashSecret(token),
    accountId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeOf(realm, configuration) * 1_000),
    userAgent: userAgent?.slice(0, 500) ?? null,
  });
  return token;
}

function lifetimeOf(
  { sessionLifetime }: Realm,
  configuration: Pick<Dependencies['configuration'], 'sessionLifetime'>,
): number {
  return sessionLifetime ?? configuration.sessionLifetime;
}

/** Returns who is logged in to a realm (players, people of partners, or operators) in a browser, or null. */
export async function findAccountSession(
  { database, clock }: SessionDependencies,
  { realm: { of, idleLifetime }, session: token }: Pick<Cookies, 'realm' | 'session'>,
): Promise<SessionRecord | null> {
  if (token === null) return null;
  const now = clock();
  const tokenHash = hashSecret(token);
  const usedAfter = new Date(idleLifetime === null ? 0 : now.getTime() - idleLifetime * 1_000);
  const session = await findSession(database, { of, tokenHash, now, usedAfter });
  if (session === undefined) return null;
  if (now.getTime() - session.lastUsedAt.getTime() >= LAST_USE_PRECISION_MILLISECONDS) {
    await recordSessionUse(database, tokenHash, now);
  }
  return session;
}

export async function findPlayer(
  dependencies: SessionDependencies,
  token: string | null,
): Promise<Player | null> {
  const session = await findAccountSession(dependencies, { realm: players, session: token });
  if (session === null) return null;
  const { accountId, name, email, protectedUntil } = session;
  return {
    ...{ of: 'player', accountId, memberId: accountId, name, email },
    isProtected: isProtected({ protected_until: protectedUntil }, dependencies.clock()),
  };
}

/** Returns who is logged in at `/console`, by the `Cookie` header of a request, or null. */
export async function findPartnerPerson(
  dependencies: SessionDependencies & Pick<Dependencies, 'publicUrl'>,
  cookie: string | undefined,
): Promise<PartnerPerson | null> {
  const person = await findPerson(dependencies, partnerPeople, cookie);
  return person === null || person.email === null ? null : { ...person, email: person.email };
}

/** Returns who is logged in to a realm, by the `Cookie` header of a request, or null. */
export async function findPerson(
  dependencies: SessionDependencies & Pick<Dependencies, 'publicUrl'>,
  realm: Realm,
  cookie: string | undefined,
): Promise<Person | null> {
  const cookies = readCookies(dependencies.publicUrl, cookie, realm);
  const found = await findAccountSession(dependencies, cookies);
  const { session } = cookies;
  if (found === null || session === null) return null;
  const { accountId, role, name, email, provenAt } = found;
  return { of: realm.of, accountId, role, name, email, session, provenAt };
}

/** Returns whether a browser is logged in as the person with this email address. */
export async function isLoggedInAs(
  dependencies: SessionDependencies,
  cookies: Pick<Cookies, 'realm' | 'session'>,
  email: string,
): Promise<boolean> {
  const session = await findAccountSession(dependencies, cookies);
  return session !== null && session.email?.toLowerCase() === email.trim().toLowerCase();
}

export async function endSession(
  { database }: SessionDependencies,
  token: string | null,
): Promise<void> {
  if (token !== null) await deleteSession(database, hashSecret(token));
}

/** A session of an account, as the account page lists it. */
export interface ListedBrowser {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  userAgent: string | null;
  /** Whether it is the reader's own session. */
  isCurrent: boolean;
}

export async function findSessions(
  { database, clock }: SessionDependencies,
  accountId: string,
  token: string,
): Promise<ListedBrowser[]> {
  const current = Buffer.from(hashSecret(token));
  const sessions = await listSessions(database, accountId, clock());
  return sessions.map(({ tokenHash, ...session }) => ({
    ...session,
    isCurrent: current.equals(tokenHash),
  }));
}

/** Ends a session of an account. Returns false if the account has no session with this id. */
export async function endSessionById(
  { database, clock }: SessionDependencies,
  accountId: string,
  id: string,
): Promise<boolean> {
  // Searches only the sessions of the account, so that the ids of others are unknown.
  const sessions = await listSessions(database, accountId, clock());
  const session = sessions.find((candidate) => candidate.id === id);
  if (session === undefined) return false;
  await deleteSession(database, session.tokenHash);
  return true;
}

/** Ends all sessions of an account except the one with this token. Returns how many there were. */
export async function endOtherSessions(
  { database, clock }: SessionDependencies,
  accountId: string,
  token: string,
): Promise<number> {
  return await deleteOtherSessions(database, accountId, hashSecret(token), clock());
}

export interface LoggedIn {
  realm: Realm;
  session: string;
  /** The token by which the browser is known from now on. */
  device: string;
}

/** Logs in a person who has proven everything that the account requires. */
export async function completeLogIn(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  owner: AccountHolder,
  form: Pick<PostedForm, 'cookies' | 'raw'>,
): Promise<LoggedIn> {
  const { of, accountId } = owner;
  await recordAccountAudit(transaction, {
    ...{ of, accountId, action: 'log_in.succeeded', now: dependencies.clock() },
    details: { browser: browserWords(form.raw.headers['user-agent'] ?? null).name },
  });
  return await openBrowser(transaction, dependencies, owner, form);
}

/** Begins a session in the browser that sent a form, and remembers the browser. */
export async function openBrowser(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  owner: AccountHolder,
  { cookies, raw }: Pick<PostedForm, 'cookies' | 'raw'>,
): Promise<LoggedIn> {
  const userAgent = raw.headers['user-agent'] ?? null;
  const { realm } = cookies;
  const session = await beginSession(
    { ...dependencies, database: transaction },
    { realm, accountId: owner.accountId, previousToken: cookies.session, userAgent },
  );
  const { name: browser } = browserWords(userAgent);
  const known = { ...owner, device: cookies.device, browser };
  return { realm, session, device: await rememberDevice(transaction, dependencies, known) };
}

/** Returns the cookies of a log-in. */
export function logInCookies(
  { publicUrl, configuration }: Pick<Dependencies, 'publicUrl' | 'configuration'>,
  { realm, session, device }: LoggedIn,
): string[] {
  return [
    sessionCookie({ publicUrl, configuration }, realm, session),
    deviceCookie(publicUrl, realm, device),
  ];
}

/** Returns the cookie with the token of a session. */
export function sessionCookie(
  { publicUrl, configuration }: Pick<Dependencies, 'publicUrl' | 'configuration'>,
  realm: Realm,
  session: string,
): string {
  return setCookie(publicUrl, realm, 'session', session, lifetimeOf(realm, configuration));
}

/** The outcomes of attempts to log in, for the metrics. */
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
