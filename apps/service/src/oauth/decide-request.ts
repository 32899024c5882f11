import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import { displayName } from '../players/domain/names.ts';
import { lockAgainstErasure } from '../players/store/members.ts';
import { writeEvents } from '../webhooks/outbox.ts';
import type { AuthorizationRequest } from './domain/authorization-request.ts';
import type { Scope } from './domain/scopes.ts';
import { insertCode } from './store/authorization-codes.ts';
import { consumeRequest } from './store/authorization-requests.ts';
import { type ConnectionRecord, grantConnection } from './store/connections.ts';
import { findMemberForEvent } from './store/members.ts';

export interface Consent {
  request: AuthorizationRequest;
  memberId: string;
  scopes: Scope[];
}

/**
 * What follows from a player's consent, all or nothing: the request is used up, the connection
 * created or changed, the partner notified by an event, and a code issued. Null where the request expired,
 * or the account was erased meanwhile.
 */
export async function grantConsent(
  dependencies: Dependencies,
  { request, memberId, scopes }: Consent,
): Promise<string | null> {
  const { database, clock, configuration } = dependencies;
  const now = clock();
  const code = newSecret('prc_');
  return await database.transaction().execute(async (transaction) => {
    const { handleHash, application, redirectUri, codeChallenge, dpopJkt } = request;
    if (!(await lockAgainstErasure(transaction, memberId))) return null;
    if (handleHash !== null && !(await consumeRequest(transaction, handleHash, now))) return null;

    const grant = { applicationId: application.id, memberId, scopes, now };
    const { id, before } = await grantConnection(transaction, { id: newId('con'), ...grant });
    if (changes(before, scopes)) {
      await recordAudit(transaction, {
        occurredAt: now,
        actor: 'player',
        action: isLive(before) ? 'connection.changed' : 'connection.created',
        applicationId: application.id,
        memberId,
        details: { scopes },
      });
      await announce(transaction, dependencies, grant);
    }

    await insertCode(transaction, {
      codeHash: hashSecret(code),
      applicationId: application.id,
      connectionId: id,
      redirectUri,
      scopes,
      codeChallenge,
      dpopJkt,
      createdAt: now,
      expiresAt: new Date(now.getTime() + configuration.authorizationCodeLifetime * 1_000),
    });
    return code;
  });
}

/** Uses the request up without granting anything; false where it had expired already. */
export async function refuseConsent(
  { database, clock }: Dependencies,
  { handleHash, application }: AuthorizationRequest,
  memberId: string,
): Promise<boolean> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    if (handleHash !== null && !(await consumeRequest(transaction, handleHash, now))) return false;
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'player',
      action: 'connection.refused',
      applicationId: application.id,
      memberId,
    });
    return true;
  });
}

function isLive(before: ConnectionRecord | null): before is ConnectionRecord {
  return before !== null && before.revokedAt === null;
}

function changes(before: ConnectionRecord | null, scopes: readonly string[]): boolean {
  if (!isLive(before)) return true;
  const held = new Set(before.scopes);
  return held.size !== scopes.length || scopes.some((scope) => !held.has(scope));
}

async function announce(
  transaction: DatabaseTransaction,
  { configuration }: Dependencies,
  grant: { applicationId: string; memberId: string; scopes: Scope[]; now: Date },
): Promise<void> {
  const { applicationId, memberId, scopes, now } = grant;
  const member = await findMemberForEvent(transaction, memberId);
  const data = {
    memberId: member.member_number,
    id: memberId,
    displayName: displayName(member),
    grantedScopes: scopes,
    connectedAt: now.toISOString(),
  };
  await writeEvents(
    transaction,
    now,
    [{ type: 'connection.created', applicationId, memberId, data }],
    configuration.webhookRetrySchedule,
  );
}
