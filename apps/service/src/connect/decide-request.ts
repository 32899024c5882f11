import { lockAgainstErasure } from '../members/store/members.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { hashSecret, newSecret } from '../platform/secrets/sealing.ts';
import { displayName } from '../ratings/domain/player.ts';
import { writeEvents } from '../webhooks/outbox.ts';
import type { AuthorizationRequest } from './domain/authorization-request.ts';
import type { Scope } from './domain/scopes.ts';
import type { Player } from './login/sessions.ts';
import { consumeCode, findCodesOfConsent, insertCode } from './store/authorization-codes.ts';
import { lockRequest, recordDecision } from './store/authorization-requests.ts';
import { type ConnectionRecord, findMemberForEvent, grantConnection } from './store/connections.ts';

export interface Consent {
  request: AuthorizationRequest;
  memberId: string;
  scopes: Scope[];
}

/**
 * Returns whether a player may decide a request; null if nobody is logged in. After a consent, only the same player may
 * decide again, for a short time, so that a double click, or Back and Allow, leads to the application again. RFC 9126,
 * section 4, allows this second use of a reference.
 */
export async function canDecide(
  { database }: Pick<Dependencies, 'database'>,
  { application, decidedAt }: Pick<AuthorizationRequest, 'application' | 'decidedAt'>,
  player: Pick<Player, 'memberId'> | null,
): Promise<boolean> {
  if (decidedAt === null) return true;
  if (player === null) return false;
  const consent = { applicationId: application.id, memberId: player.memberId, decidedAt };
  return (await findCodesOfConsent(database, consent)).length > 0;
}

/**
 * Stores a player's consent in one transaction: consumes the request, creates or changes the connection, queues an
 * event for the partner, and issues a code. A repeated consent voids its earlier
 * code. Returns null if the request expired or another player decided it, or if the account
 * was erased.
 */
export async function grantConsent(
  dependencies: Dependencies,
  { request, memberId, scopes }: Consent,
): Promise<string | null> {
  const { database, clock, configuration } = dependencies;
  const now = clock();
  const code = newSecret('prc_');
  return await database.transaction().execute(async (transaction) => {
    const { application, redirectUri, codeChallenge } = request;
    if (!(await lockAgainstErasure(transaction, memberId))) return null;
    const earlierCodes = await decide(transaction, dependencies, { request, memberId, now });
    if (typeof earlierCodes === 'string') return null;

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

    // After the connection, which is locked before its codes (see `lockCode`).
    for (const codeHash of earlierCodes) await consumeCode(transaction, codeHash, now);
    await insertCode(transaction, {
      codeHash: hashSecret(code),
      applicationId: application.id,
      connectionId: id,
      redirectUri,
      scopes,
      codeChallenge,
      createdAt: now,
      expiresAt: new Date(now.getTime() + configuration.authorizationCodeLifetime * 1_000),
    });
    return code;
  });
}

/**
 * Consumes a request. Returns the codes of an earlier consent of the same player, which become void, or
 * why the request cannot be decided.
 */
async function decide(
  transaction: DatabaseTransaction,
  { configuration }: Pick<Dependencies, 'configuration'>,
  { request, memberId, now }: { request: AuthorizationRequest; memberId: string; now: Date },
): Promise<Uint8Array[] | 'expired' | 'decided'> {
  const { handleHash, application } = request;
  if (handleHash === null) return [];
  const locked = await lockRequest(transaction, handleHash, now);
  if (locked === undefined) return 'expired';
  const decidedAt = locked.usedAt;
  const consent = { applicationId: application.id, memberId };
  const codes =
    decidedAt === null ? [] : await findCodesOfConsent(transaction, { ...consent, decidedAt });
  if (decidedAt !== null && codes.length === 0) return 'decided';
  const expiresAt = new Date(now.getTime() + configuration.authorizationRequestLifetime * 1_000);
  await recordDecision(transaction, handleHash, { now, expiresAt });
  return codes;
}

/** Consumes the request without granting anything. Returns false if it had expired. */
export async function refuseConsent(
  dependencies: Dependencies,
  request: AuthorizationRequest,
  memberId: string,
): Promise<boolean> {
  const { database, clock } = dependencies;
  const { application } = request;
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const earlierCodes = await decide(transaction, dependencies, { request, memberId, now });
    if (earlierCodes === 'expired') return false;
    // A double click: the application gets the same response again.
    if (earlierCodes === 'decided') return true;
    for (const codeHash of earlierCodes) await consumeCode(transaction, codeHash, now);
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
