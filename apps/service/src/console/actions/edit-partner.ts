import { isDeepStrictEqual } from 'node:util';
import { endTokensOf } from '../../connect/store/connections.ts';
import { recordAudit, recordAudits } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { OwnLimits } from '../../platform/http/store/credentials.ts';
import { ENDPOINT_DELETED } from '../../webhooks/dispatch/domain/permission.ts';
import { endPendingDeliveries } from '../../webhooks/store/deliveries.ts';
import { findEndpoints, removeEndpoint } from '../../webhooks/store/endpoints.ts';
import {
  endConnectionsOf,
  endRequestsOf,
  revokeKeysOf,
  updateApplication,
} from '../store/applications.ts';
import { lockLivePartner, operatorsAct, refuseRedirects } from './partners.ts';

/** What to change of a partner; what is left out stays. */
interface PartnerEdit {
  name?: string | undefined;
  redirectUris?: readonly string[] | undefined;
  /** Whether it gets only access tokens that are bound to a key (RFC 9449 section 5.2). */
  requireDpop?: boolean | undefined;
  /** Requests a minute by class; null gives it the limit of the service again. */
  limits?: Readonly<Partial<Record<LimitClass, number | null | undefined>>> | undefined;
}

/**
 * Changes a partner, from the next request on.
 * @param check Is called with the partner as it is stored, and throws to refuse the change.
 * @throws ProblemError where there is no such partner or no more, or an address cannot be one to return to.
 */
export async function editPartner(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  edit: PartnerEdit,
  check: (transaction: DatabaseTransaction) => Promise<void> = async () => {},
): Promise<void> {
  const now = clock();
  refuseRedirects(edit.redirectUris ?? []);
  await database.transaction().execute(async (transaction) => {
    const application = await lockLivePartner(transaction, clientId);
    await check(transaction);
    const before = {
      name: application.name,
      redirectUris: application.redirect_uris,
      requireDpop: application.dpop_bound_access_tokens,
      limits: application.rate_limits ?? {},
    };
    const limits = Object.entries({ ...before.limits, ...edit.limits });
    const after = {
      name: edit.name?.normalize('NFC') ?? before.name,
      redirectUris: [...new Set(edit.redirectUris ?? before.redirectUris)],
      requireDpop: edit.requireDpop ?? before.requireDpop,
      limits: Object.fromEntries(limits.filter(([, limit]) => limit !== null)),
    };
    if (isDeepStrictEqual(after, before)) return;
    await updateApplication(transaction, application.id, {
      name: after.name,
      redirect_uris: after.redirectUris,
      dpop_bound_access_tokens: after.requireDpop,
      rate_limits: Object.keys(after.limits).length === 0 ? null : JSON.stringify(after.limits),
    });
    await recordAudit(transaction, {
      ...operatorsAct(application.id, now),
      action: 'partner.edited',
      details: { before, after },
    });
  });
}

/** How much ended with a partner. */
interface PartnerDeletion {
  keys: number;
  connections: number;
  endpoints: number;
}

/**
 * Ends a partner for good, in one transaction. The application stays as the name beside its matches, suspended, so
 * that whatever looks at it refuses; no event says so, since there is nowhere to send one.
 * @throws ProblemError where there is no such partner, or no more.
 */
export async function deletePartner(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  { reason }: { reason?: string | undefined },
): Promise<PartnerDeletion> {
  const now = clock();
  return await retryOnContention(() =>
    database.transaction().execute(async (transaction) => {
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
      const act = operatorsAct(id, now);
      await recordAudits(
        transaction,
        memberIds.map((memberId) => ({ ...act, memberId, action: 'connection.revoked' })),
      );
      const ended = { keys, connections: memberIds.length, endpoints: endpoints.length };
      await recordAudit(transaction, {
        ...act,
        action: 'partner.deleted',
        details: { ...ended, ...(reason !== undefined && { reason }) },
      });
      return ended;
    }),
  );
}

type LimitClass = keyof OwnLimits;
