import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import { isProtected } from '../players/domain/age.ts';
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

export interface LogIn {
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
