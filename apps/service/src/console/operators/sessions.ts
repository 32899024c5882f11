import { DEVICE_LIFETIME_SECONDS } from '../../connect/login/devices.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { hashSecret, newSecret } from '../../platform/secrets/sealing.ts';
import { isOperatorDevice, upsertOperatorDevice } from './store/operator-devices.ts';
import {
  deleteEndedSessions,
  deleteOperatorSession,
  findOperatorSession,
  insertOperatorSession,
  recordOperatorUse,
  type SessionBounds,
} from './store/operator-sessions.ts';

const MINUTE = 60_000;

/** A session ends when it was not used for so long, and at the latest so long after the log-in. */
const IDLE_MILLISECONDS = 30 * MINUTE;

export const MAX_SESSION_MILLISECONDS = 12 * 60 * MINUTE;

/** An operator who is logged in. */
export interface Operator {
  id: string;
  name: string;
  /** The token of the session that speaks for them. */
  session: string;
  /** When they gave password and code last. */
  provenAt: Date;
}

function boundsAt(now: Date): SessionBounds {
  return {
    createdAfter: new Date(now.getTime() - MAX_SESSION_MILLISECONDS),
    usedAfter: new Date(now.getTime() - IDLE_MILLISECONDS),
  };
}

/** Begins a session, in place of the one that the browser had, and returns its token. */
export async function beginOperatorSession(
  transaction: DatabaseTransaction,
  { operatorId, previous, now }: { operatorId: string; previous: string | null; now: Date },
): Promise<string> {
  const token = newSecret('');
  // So few that nothing else has to look after those that are over.
  await deleteEndedSessions(transaction, boundsAt(now));
  if (previous !== null) await deleteOperatorSession(transaction, hashSecret(previous));
  await insertOperatorSession(transaction, { tokenHash: hashSecret(token), operatorId, now });
  return token;
}

/** The operator whom a session speaks for; null where it is over. */
export async function findSessionOperator(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string | null,
): Promise<Operator | null> {
  if (token === null) return null;
  const now = clock();
  const tokenHash = hashSecret(token);
  const session = await findOperatorSession(database, tokenHash, boundsAt(now));
  if (session === undefined) return null;
  if (now.getTime() - session.lastUsedAt.getTime() >= MINUTE) {
    await recordOperatorUse(database, tokenHash, now);
  }
  const { operatorId: id, name, provenAt } = session;
  return { id, name, session: token, provenAt };
}

export async function endOperatorSession(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { session }: Operator,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await deleteOperatorSession(transaction, hashSecret(session));
    await recordAudit(transaction, { ...actOfOperator(clock()), action: 'operator.logged_out' });
  });
}

/** Whether the operator with this name has logged in with this browser before. */
export async function isKnownOperatorDevice(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  name: string,
  device: string | null,
): Promise<boolean> {
  if (device === null) return false;
  return await isOperatorDevice(database, { name, tokenHash: hashSecret(device), now: clock() });
}

/** Remembers the browser of a log-in, and returns the token by which it is known. */
export async function rememberOperatorDevice(
  transaction: DatabaseTransaction,
  { operatorId, device, now }: { operatorId: string; device: string | null; now: Date },
): Promise<string> {
  const token = device ?? newSecret('');
  const expiresAt = new Date(now.getTime() + DEVICE_LIFETIME_SECONDS * 1_000);
  await upsertOperatorDevice(transaction, {
    operatorId,
    tokenHash: hashSecret(token),
    now,
    expiresAt,
  });
  return token;
}

/** What the audit says of each act that concerns operators alone. */
export function actOfOperator(now: Date) {
  return { occurredAt: now, actor: 'operator', applicationId: null, memberId: null } as const;
}
