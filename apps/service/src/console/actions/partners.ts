import { type ErrorItem, ProblemError } from '@partner-rating/server';
import { redirectUriError } from '../../connect/domain/authorization-request.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { OwnLimits } from '../../platform/http/store/credentials.ts';
import { type PartnerPerson, refuseField } from '../api/caller.ts';
import {
  type ApplicationSummary,
  findApplication,
  insertApplication,
  listApplications,
  lockApplication,
  type PartnerListPart,
  summarizeApplication,
  updateApplication,
} from '../store/applications.ts';
import { countCreated, insertTeamMember, lockCreator } from '../store/teams.ts';
import { queueTeamMail } from '../team-mails.ts';

interface NewPartner {
  clientId: string;
  name: string;
  redirectUris: readonly string[];
  /** The person who creates it at the console; null if an operator does. */
  person?: PartnerPerson | null;
}

const MAX_APPLICATIONS = 20;

const MAX_PENDING = 3;

/**
 * Creates a partner application and its first key; its `clientId` is what OAuth calls its client_id.
 * @throws ProblemError where the name is taken, or an address cannot be one to return to.
 */
export async function createPartner(
  { database, clock, configuration }: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  { clientId, name, redirectUris, person = null }: NewPartner,
): Promise<{ applicationId: string }> {
  refuseRedirects(redirectUris);
  const applicationId = newId('app');
  const now = clock();
  const isPending = person !== null && configuration.partnerSignUp === 'approval';
  if (person !== null && configuration.partnerSignUp === 'off') {
    const detail = 'The operator of this service creates applications. Ask them for one.';
    throw new ProblemError('insufficient_scope', { detail });
  }
  await database.transaction().execute(async (transaction) => {
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
      const error = { pointer: '/clientId', code: 'repeated_identifier', detail } as const;
      throw new ProblemError('validation_failed', { errors: [error] });
    }
    await recordAudit(transaction, {
      ...operatorsAct(applicationId, now),
      action: 'partner.created',
      details: { clientId, redirectUris },
    });
    if (person === null) return;
    const { accountId, email } = person;
    const owner = { teamMemberId: newId('tea'), accountId, email, role: 'owner' } as const;
    const times = { createdAt: now, joinedAt: now, expiresAt: null };
    await insertTeamMember(transaction, applicationId, { ...owner, ...times });
  });
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

export interface ListedPartner {
  clientId: string;
  applicationId: string;
  name: string;
  createdAt: Date;
  /** Since when it waits for approval; null if it does not. */
  pendingSince: Date | null;
  suspendedAt: Date | null;
  deletedAt: Date | null;
}

/** The partners, by client_id. */
export async function listPartners(
  { database }: Pick<Dependencies, 'database'>,
  part: PartnerListPart = {},
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

export function noPartner(clientId: string): ProblemError {
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
  pendingSince: Date | null;
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
    pendingSince: application.pending_since,
    suspendedAt: application.pending_since === null ? application.disabled_at : null,
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
    const { disabled_at: disabledAt, pending_since: pendingSince } = application;
    if ((disabledAt !== null && pendingSince === null) === isSuspended) return false;
    await updateApplication(transaction, application.id, {
      disabled_at: isSuspended ? now : null,
      // A suspension is a decision about an application that waits for approval, too.
      pending_since: null,
    });
    await recordAudit(transaction, {
      ...operatorsAct(application.id, now),
      action: isSuspended ? 'partner.suspended' : 'partner.resumed',
      ...(reason !== undefined && { details: { reason } }),
    });
    return true;
  });
}

/** Lets an application work that a person created; one that works already stays as it is. */
export async function approvePartner(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  clientId: string,
): Promise<void> {
  const now = dependencies.clock();
  await dependencies.database.transaction().execute(async (transaction) => {
    const { id, pending_since: pendingSince } = await lockLivePartner(transaction, clientId);
    if (pendingSince === null) return;
    await updateApplication(transaction, id, { pending_since: null, disabled_at: null });
    await recordAudit(transaction, { ...operatorsAct(id, now), action: 'partner.approved' });
    await queueTeamMail(transaction, dependencies, id, 'application-approved');
  });
}

/** @throws ProblemError where one of these cannot be a redirect address of a partner. */
export function refuseRedirects(addresses: readonly string[]): void {
  const errors = addresses.flatMap((address, index): ErrorItem[] => {
    const detail = redirectUriError(address);
    return detail === null ? [] : [{ pointer: `/redirectUris/${index}`, code: 'format', detail }];
  });
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
}
