import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { refuseClientId, refuseName, refuseRedirects } from './partner-faults.ts';
import {
  findApplication,
  insertApplication,
  type ListPart,
  listApplications,
  lockApplication,
} from './store/applications.ts';

export interface NewPartner {
  clientId: string;
  name: string;
  redirectUris: readonly string[];
}

/** Makes a partner application; its `clientId` is what OAuth calls its client_id. */
export async function createPartner(
  { database, clock }: Dependencies,
  { clientId, name, redirectUris }: NewPartner,
): Promise<{ applicationId: string }> {
  refuseClientId(clientId);
  refuseName(name);
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
      throw new OperatorError(`There is a partner ${clientId} already. Choose another client_id.`);
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

/** @throws OperatorError where there never was a partner with this client_id. */
export async function requireApplication(database: Dependencies['database'], clientId: string) {
  const application = await findApplication(database, clientId);
  if (application === undefined) throw noPartner(clientId);
  return application;
}

/** @throws OperatorError where there is no partner with this client_id, or no more. */
export async function requireLivePartner(database: Dependencies['database'], clientId: string) {
  return refuseDeleted(await requireApplication(database, clientId));
}

/**
 * The same, which nobody else changes until the transaction ends.
 * @throws OperatorError
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
  throw new OperatorError(
    `${clientId} was deleted at ${deletedAt.toISOString()}. Make a partner with another client_id.`,
  );
}

function noPartner(clientId: string): OperatorError {
  return new OperatorError(
    `There is no partner ${clientId}. Make one with \`partner create ${clientId}\`.`,
  );
}
