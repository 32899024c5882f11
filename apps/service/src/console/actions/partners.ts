import { type FaultItem, ProblemError } from '@partner-rating/server';
import { redirectUriFault } from '../../connect/domain/authorization-request.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { OwnLimits } from '../../platform/http/store/credentials.ts';
import {
  type ApplicationSummary,
  findApplication,
  insertApplication,
  type ListPart,
  listApplications,
  lockApplication,
  summarizeApplication,
  updateApplication,
} from '../store/applications.ts';

interface NewPartner {
  clientId: string;
  name: string;
  redirectUris: readonly string[];
}

/**
 * Creates a partner application and its first key; its `clientId` is what OAuth calls its client_id.
 * @throws ProblemError where the name is taken, or an address cannot be one to return to.
 */
export async function createPartner(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { clientId, name, redirectUris }: NewPartner,
): Promise<{ applicationId: string }> {
  refuseRedirects(redirectUris);
  const applicationId = newId('app');
  const now = clock();
  await database.transaction().execute(async (transaction) => {
    const inserted = await insertApplication(transaction, {
      id: applicationId,
      client_id: clientId,
      name: name.normalize('NFC'),
      redirect_uris: [...redirectUris],
      created_at: now,
      disabled_at: null,
    });
    if (!inserted) {
      const detail = `There is a partner ${clientId} already. Choose another client_id.`;
      const error = { pointer: '/clientId', code: 'repeated_identifier', detail } as const;
      throw new ProblemError('validation_failed', { errors: [error] });
    }
    await recordAudit(transaction, {
      ...operatorsAct(applicationId, now),
      action: 'partner.created',
      details: { clientId, redirectUris },
    });
  });
  return { applicationId };
}

export interface ListedPartner {
  clientId: string;
  applicationId: string;
  name: string;
  createdAt: Date;
  suspendedAt: Date | null;
  deletedAt: Date | null;
}

/** The partners, by client_id. */
export async function listPartners(
  { database }: Pick<Dependencies, 'database'>,
  part: ListPart = {},
): Promise<ListedPartner[]> {
  return await listApplications(database, part);
}

/** What the audit says of each act of an operator about a partner. */
export function operatorsAct(applicationId: string, now: Date) {
  return { occurredAt: now, actor: 'operator', applicationId, memberId: null } as const;
}

/** @throws ProblemError where there never was a partner with this client_id. */
export async function requireApplication(database: Dependencies['database'], clientId: string) {
  const application = await findApplication(database, clientId);
  if (application === undefined) throw noPartner(clientId);
  return application;
}

/** @throws ProblemError where there is no partner with this client_id, or no more. */
export async function requireLivePartner(database: Dependencies['database'], clientId: string) {
  return refuseDeleted(await requireApplication(database, clientId));
}

/**
 * The same, which nobody else changes until the transaction ends.
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
  throw new ProblemError('not_found', {
    detail: `${clientId} was deleted at ${deletedAt.toISOString()}. Create a partner with another client_id.`,
  });
}

function noPartner(clientId: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `There is no partner with the client_id ${clientId}. List the partners to find it.`,
  });
}

/** All that an operator needs to know of a partner before they help it or stop it. */
export interface ShownPartner extends ApplicationSummary {
  applicationId: string;
  clientId: string;
  name: string;
  redirectUris: string[];
  createdAt: Date;
  suspendedAt: Date | null;
  /** Since when nothing but its name and its matches are left. */
  deletedAt: Date | null;
  /** Those of its own; the others are the service's. */
  limits: OwnLimits;
  /** Whether it gets access tokens only that are bound to a key (RFC 9449 section 5.2). */
  requireDpop: boolean;
}

/** @throws ProblemError where there is no partner with this client_id. */
export async function showPartner(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
): Promise<ShownPartner> {
  const application = await requireApplication(database, clientId);
  return {
    applicationId: application.id,
    clientId,
    name: application.name,
    redirectUris: application.redirect_uris,
    createdAt: application.created_at,
    suspendedAt: application.disabled_at,
    deletedAt: application.deleted_at,
    limits: application.rate_limits ?? {},
    requireDpop: application.dpop_bound_access_tokens,
    ...(await summarizeApplication(database, application.id, clock())),
  };
}

/**
 * Suspends a partner, or lifts it; false where it was so already. Keys, tokens, authorizations and
 * webhooks look at the application whenever they are used, so nothing else has to be changed, and
 * all of it works again once the suspension is lifted.
 */
export async function setSuspension(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  { isSuspended, reason }: { isSuspended: boolean; reason?: string | undefined },
): Promise<boolean> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const application = await lockLivePartner(transaction, clientId);
    if ((application.disabled_at !== null) === isSuspended) return false;
    await updateApplication(transaction, application.id, {
      disabled_at: isSuspended ? now : null,
    });
    await recordAudit(transaction, {
      ...operatorsAct(application.id, now),
      action: isSuspended ? 'partner.suspended' : 'partner.resumed',
      ...(reason !== undefined && { details: { reason } }),
    });
    return true;
  });
}

/** @throws ProblemError where one of these cannot be a redirect address of a partner. */
export function refuseRedirects(addresses: readonly string[]): void {
  const errors = addresses.flatMap((address, index): FaultItem[] => {
    const detail = redirectUriFault(address);
    return detail === null ? [] : [{ pointer: `/redirectUris/${index}`, code: 'format', detail }];
  });
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
}
