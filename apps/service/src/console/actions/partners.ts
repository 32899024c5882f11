// What operators and people of partners can do with a partner application: create, change, suspend, and delete it.

import { isDeepStrictEqual } from 'node:util';
import { type ErrorItem, ProblemError } from '@partner-rating/server';
import { redirectUriError } from '../../connect/domain/authorization-request.ts';
import { endTokensOf } from '../../connect/store/connections.ts';
import { recordAudits } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import type { OwnLimits } from '../../platform/http/store/credentials.ts';
import { ENDPOINT_DELETED } from '../../webhooks/dispatch/domain/permission.ts';
import { endPendingDeliveries } from '../../webhooks/store/deliveries.ts';
import { findEndpoints, removeEndpoint } from '../../webhooks/store/endpoints.ts';
import type { PartnerPerson } from '../api/caller.ts';
import { notFound, refuseField } from '../api/handlers.ts';
import {
  endConnectionsOf,
  endRequestsOf,
  findApplication,
  insertApplication,
  lockApplication,
  revokeKeysOf,
  updateApplication,
} from '../store/applications.ts';
import {
  acceptInvitationsOf,
  countCreated,
  insertTeamMember,
  lockCreator,
} from '../store/teams.ts';
import { queueTeamMail } from '../team-mails.ts';
import { inTransaction, recordAct } from './audited.ts';

/** @throws ProblemError if there never was a partner with this client_id. */
export async function requireApplication(database: Database, clientId: string) {
  const application = await findApplication(database, clientId);
  if (application === undefined) throw noPartner(clientId);
  return application;
}

/** Returns the id of the partner that a filter names; undefined if it names none. */
export async function applicationIdOf(database: Database, clientId: string | undefined) {
  return clientId === undefined ? undefined : (await requireApplication(database, clientId)).id;
}

/** @throws ProblemError if there is no partner with this client_id, or it is deleted. */
export async function requireLivePartner(database: Database, clientId: string) {
  return refuseDeleted(await requireApplication(database, clientId));
}

/**
 * Does the same, and locks the partner until the transaction ends.
 * @throws ProblemError
 */
export async function lockLivePartner(transaction: DatabaseTransaction, clientId: string) {
  const application = await lockApplication(transaction, clientId);
  if (application === undefined) throw noPartner(clientId);
  return refuseDeleted(application);
}

function refuseDeleted<Found extends { client_id: string; deleted_at: Date | null }>(
  application: Found,
): Found {
  const { client_id: clientId, deleted_at: deletedAt } = application;
  if (deletedAt === null) return application;
  throw notFound(
    `${clientId} was deleted at ${deletedAt.toISOString()}. Create a partner with another client_id.`,
  );
}

/** Refuses a request about a partner that never existed. */
export function noPartner(clientId: string): ProblemError {
  return notFound(
    `There is no partner with the client_id ${clientId}. List the partners to find it.`,
  );
}

interface NewPartner {
  clientId: string;
  name: string;
  redirectUris: readonly string[];
  /** The person who creates the partner at the console; null for an operator. */
  person?: PartnerPerson | null;
}

const MAX_APPLICATIONS = 20;

const MAX_PENDING = 3;

/**
 * Creates a partner application; its `clientId` is the client_id of OAuth.
 * @throws ProblemError if the client_id is taken, or a redirect address is not valid.
 */
export async function createPartner(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  partner: NewPartner,
): Promise<{ applicationId: string }> {
  return await inTransaction(
    dependencies,
    async (transaction, now) => await storePartner(transaction, dependencies, partner, now),
  );
}

/** Does the same in a transaction. */
export async function storePartner(
  transaction: DatabaseTransaction,
  { configuration }: Pick<Dependencies, 'configuration'>,
  { clientId, name, redirectUris, person = null }: NewPartner,
  now: Date,
): Promise<{ applicationId: string }> {
  refuseRedirects(redirectUris);
  const applicationId = newId('app');
  const { partnerSignUp } = configuration;
  const isPending = person !== null && partnerSignUp === 'approval';
  if (person !== null && partnerSignUp === 'off') {
    const detail = 'The operator of this service creates applications. Ask the operator for one.';
    throw new ProblemError('insufficient_scope', { detail });
  }
  if (person !== null) await refuseTooMany(transaction, person);
  const inserted = await insertApplication(transaction, {
    id: applicationId,
    client_id: clientId,
    name: name.normalize('NFC'),
    redirect_uris: [...redirectUris],
    created_at: now,
    created_by: person?.accountId ?? null,
    disabled_at: isPending ? now : null,
    pending_since: isPending ? now : null,
  });
  if (!inserted) {
    const detail = `There is a partner ${clientId} already. Choose another client_id.`;
    throw refuseField('/clientId', detail, 'repeated_identifier');
  }
  const details = { clientId, redirectUris };
  await recordAct(transaction, now, 'partner.created', { applicationId, details });
  if (person !== null) {
    const { accountId, email } = person;
    const owner = { teamMemberId: newId('tea'), accountId, email, role: 'owner' } as const;
    const times = { createdAt: now, joinedAt: now, expiresAt: null };
    await insertTeamMember(transaction, applicationId, { ...owner, ...times });
  }
  return { applicationId };
}

async function refuseTooMany(
  transaction: DatabaseTransaction,
  { accountId }: PartnerPerson,
): Promise<void> {
  await lockCreator(transaction, accountId);
  const { live, pending } = await countCreated(transaction, accountId);
  const detail =
    live >= MAX_APPLICATIONS
      ? `You have created ${live} applications, which is the maximum. Ask the operator to delete one.`
      : pending >= MAX_PENDING
        ? `${pending} of your applications wait for approval. Create another once one is approved.`
        : null;
  if (detail !== null) throw refuseField('/clientId', detail, 'maxItems');
}

/** The changes of a partner. Values that are left out stay. */
interface PartnerEdit {
  name?: string | undefined;
  redirectUris?: readonly string[] | undefined;
  /** Requests a minute by class; null restores the limit of the service. */
  limits?: Readonly<Partial<Record<keyof OwnLimits, number | null | undefined>>> | undefined;
}

/**
 * Changes a partner. The change applies from the next request on.
 * @param check Called before the change, in its transaction; throws to refuse it.
 * @throws ProblemError if there is no such partner, it is deleted, or a redirect address is not valid.
 */
export async function editPartner(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  edit: PartnerEdit,
  check: (transaction: DatabaseTransaction) => Promise<void> = async () => {},
): Promise<void> {
  refuseRedirects(edit.redirectUris ?? []);
  await inTransaction(dependencies, async (transaction, now) => {
    const application = await lockLivePartner(transaction, clientId);
    await check(transaction);
    const before = {
      name: application.name,
      redirectUris: application.redirect_uris,
      limits: application.rate_limits ?? {},
    };
    const limits = Object.entries({ ...before.limits, ...edit.limits });
    const after = {
      name: edit.name?.normalize('NFC') ?? before.name,
      redirectUris: [...new Set(edit.redirectUris ?? before.redirectUris)],
      limits: Object.fromEntries(limits.filter(([, limit]) => limit !== null)),
    };
    if (isDeepStrictEqual(after, before)) return;
    await updateApplication(transaction, application.id, {
      name: after.name,
      redirect_uris: after.redirectUris,
      rate_limits: Object.keys(after.limits).length === 0 ? null : JSON.stringify(after.limits),
    });
    await recordAct(transaction, now, 'partner.edited', {
      applicationId: application.id,
      details: { before, after },
    });
  });
}

/**
 * Suspends a partner or ends its suspension; false if nothing changes. Keys, tokens, authorizations, and
 * webhooks read the state of the application at each use, so nothing else changes, and
 * everything works again when the suspension ends.
 */
export async function setSuspension(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  { isSuspended, reason }: { isSuspended: boolean; reason?: string | undefined },
): Promise<boolean> {
  return await inTransaction(dependencies, async (transaction, now) => {
    const application = await lockLivePartner(transaction, clientId);
    const { id: applicationId, disabled_at: disabledAt, pending_since: pendingSince } = application;
    if ((disabledAt !== null && pendingSince === null) === isSuspended) return false;
    await updateApplication(transaction, applicationId, {
      disabled_at: isSuspended ? now : null,
      // A suspension also decides about an application that waits for approval.
      pending_since: null,
    });
    const action = isSuspended ? 'partner.suspended' : 'partner.resumed';
    const details = reason !== undefined && { details: { reason } };
    await recordAct(transaction, now, action, { applicationId, ...details });
    return true;
  });
}

/** Approves an application that waits for it; any other one stays as it is. */
export async function approvePartner(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  clientId: string,
): Promise<void> {
  await inTransaction(dependencies, async (transaction, now) => {
    const { id, pending_since: pendingSince } = await lockLivePartner(transaction, clientId);
    if (pendingSince === null) return;
    await updateApplication(transaction, id, { pending_since: null, disabled_at: null });
    await recordAct(transaction, now, 'partner.approved', { applicationId: id });
    await queueTeamMail(transaction, dependencies, id, 'application-approved');
  });
}

/** @throws ProblemError if one of these is not a valid redirect address. */
export function refuseRedirects(addresses: readonly string[]): void {
  const errors = addresses.flatMap((address, index): ErrorItem[] => {
    const detail = redirectUriError(address);
    return detail === null ? [] : [{ pointer: `/redirectUris/${index}`, code: 'format', detail }];
  });
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
}

/**
 * Deletes a partner in one transaction. The application stays, because its matches
 * name it, but it is suspended, so that every operation refuses it. No event is sent, because there is no endpoint left.
 * @throws ProblemError if there is no such partner, or it is deleted.
 */
export async function deletePartner(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  reason: string | undefined,
): Promise<{ keys: number; connections: number; endpoints: number }> {
  return await retryOnContention(() =>
    inTransaction(dependencies, async (transaction, now) => {
      const { id, disabled_at: suspendedAt } = await lockLivePartner(transaction, clientId);
      await endTokensOf(transaction, { applicationId: id }, now);
      await endRequestsOf(transaction, id, now);
      const memberIds = await endConnectionsOf(transaction, id, now);
      const keys = await revokeKeysOf(transaction, id, now);
      const endpoints = await findEndpoints(transaction, id);
      for (const endpoint of endpoints) {
        await removeEndpoint(transaction, { applicationId: id, endpointId: endpoint.id });
        await endPendingDeliveries(transaction, endpoint.id, { reason: ENDPOINT_DELETED, now });
      }
      await updateApplication(transaction, id, {
        deleted_at: now,
        disabled_at: suspendedAt ?? now,
        pending_since: null,
        redirect_uris: [],
        rate_limits: null,
      });
      const revocation = { occurredAt: now, actor: 'operator', applicationId: id } as const;
      await recordAudits(
        transaction,
        memberIds.map((memberId) => ({ ...revocation, memberId, action: 'connection.revoked' })),
      );
      const ended = { keys, connections: memberIds.length, endpoints: endpoints.length };
      await recordAct(transaction, now, 'partner.deleted', {
        applicationId: id,
        details: { ...ended, ...(reason !== undefined && { reason }) },
      });
      return ended;
    }),
  );
}

/** Adds a person who opens the console to the teams that invited their address. */
export async function acceptInvitations(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  { accountId, email }: PartnerPerson,
): Promise<void> {
  await inTransaction(dependencies, async (transaction, now) => {
    const joined = await acceptInvitationsOf(transaction, { accountId, email, now });
    for (const { id: teamMemberId, applicationId, role } of joined) {
      const details = { teamMemberId, role };
      await recordAct(transaction, now, 'team.joined', { applicationId, details });
    }
  });
}
