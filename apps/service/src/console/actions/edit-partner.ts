import { rateLimitClasses } from '@partner-rating/server/catalogue';
import { endTokensOf } from '../../connect/store/connections.ts';
import { recordAudit, recordAudits } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
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
import { OperatorError } from '../terminal.ts';
import { lockLivePartner, operatorsAct, refuseName, refuseRedirects } from './partners.ts';

/** What to change of a partner; what is left out stays. */
interface PartnerEdit {
  name?: string | undefined;
  /** All redirect addresses, in place of those there are. */
  redirectUris?: readonly string[] | undefined;
  addedRedirectUris?: readonly string[] | undefined;
  removedRedirectUris?: readonly string[] | undefined;
  /** Whether it gets access tokens only that are bound to a key (RFC 9449 section 5.2). */
  requireDpop?: boolean | undefined;
}

interface EditedPartner {
  name: string;
  redirectUris: string[];
  requireDpop: boolean;
}

/**
 * Changes a partner's name, redirect addresses and kind of tokens, from the next request on. Players who are on their way to an
 * address that is taken away are not sent there any more.
 * @throws OperatorError where the edit contradicts itself or leaves nothing that works.
 */
export async function editPartner(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  edit: PartnerEdit,
): Promise<EditedPartner> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const application = await lockLivePartner(transaction, clientId);
    const before: EditedPartner = {
      name: application.name,
      redirectUris: application.redirect_uris,
      requireDpop: application.dpop_bound_access_tokens,
    };
    const after: EditedPartner = {
      name: edit.name?.normalize('NFC') ?? before.name,
      redirectUris: redirectUrisAfter(before.redirectUris, edit),
      requireDpop: edit.requireDpop ?? before.requireDpop,
    };
    refuseName(after.name);
    refuseRedirects(after.redirectUris);
    if (JSON.stringify(after) === JSON.stringify(before)) return after;
    await updateApplication(transaction, application.id, {
      name: after.name,
      redirect_uris: after.redirectUris,
      dpop_bound_access_tokens: after.requireDpop,
    });
    await recordAudit(transaction, {
      ...operatorsAct(application.id, now),
      action: 'partner.edited',
      details: { before, after },
    });
    return after;
  });
}

function redirectUrisAfter(
  before: readonly string[],
  { redirectUris, addedRedirectUris = [], removedRedirectUris = [] }: PartnerEdit,
): string[] {
  if (redirectUris !== undefined) {
    if (addedRedirectUris.length + removedRedirectUris.length > 0) {
      throw new OperatorError(
        'Give all addresses by --redirect-uri, or change some by --add-redirect-uri and --remove-redirect-uri.',
      );
    }
    return [...new Set(redirectUris)];
  }
  const unknown = removedRedirectUris.filter((address) => !before.includes(address));
  if (unknown.length > 0) {
    throw new OperatorError(
      `${unknown.join(', ')} is none of its redirect addresses: ${before.join(', ')}`,
    );
  }
  const left = before.filter((address) => !removedRedirectUris.includes(address));
  return [...new Set([...left, ...addedRedirectUris])];
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
 * @throws OperatorError where there is no such partner, or no more.
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

export const LIMIT_CLASSES: readonly LimitClass[] = rateLimitClasses.map(({ name }) => name);

const MAXIMUM = 1_000_000;

/** Which limits to give a partner, and which to take back so that the service's hold again. */
export interface LimitChange {
  set: OwnLimits;
  reset: readonly LimitClass[];
}

/** Changes a partner's own limits, from the next request on; gives what they are then. */
export async function changeLimits(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  { set, reset }: LimitChange,
): Promise<OwnLimits> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const application = await lockLivePartner(transaction, clientId);
    const before: OwnLimits = application.rate_limits ?? {};
    const entries = Object.entries({ ...before, ...set });
    const after: OwnLimits = Object.fromEntries(
      entries.filter(([name]) => !reset.some((taken) => taken === name)),
    );
    if (Object.keys(set).length === 0 && reset.length === 0) return after;
    await updateApplication(transaction, application.id, {
      rate_limits: Object.keys(after).length === 0 ? null : JSON.stringify(after),
    });
    await recordAudit(transaction, {
      ...operatorsAct(application.id, now),
      action: 'partner.limits_changed',
      details: { limits: after },
    });
    return after;
  });
}

/** Reads limits as an operator types them, such as `ingest=1200`. */
export function readLimits(texts: readonly string[]): OwnLimits {
  const limits: Partial<Record<LimitClass, number>> = {};
  for (const text of texts) {
    const [name = ''] = text.split('=', 1);
    const [, digits = ''] = /^[a-z-]+=(\d{1,7})$/.exec(text) ?? [];
    const requests = Number(digits);
    if (digits === '' || requests > MAXIMUM) {
      throw new OperatorError(
        `Write a limit like ingest=1200, with 0 (no limit) to ${MAXIMUM} requests a minute. This is none: ${text}`,
        { field: `limit-${name}` },
      );
    }
    limits[readLimitClass(name)] = requests;
  }
  return limits;
}

export function readLimitClass(text: string): LimitClass {
  const known = LIMIT_CLASSES.find((name) => name === text);
  if (known !== undefined) return known;
  throw new OperatorError(`There is no limit ${text}. There are ${LIMIT_CLASSES.join(', ')}.`);
}

/** How a partner stands, in words. */
export function partnerState({
  suspendedAt,
  deletedAt,
}: {
  suspendedAt: Date | null;
  deletedAt: Date | null;
}): string {
  if (deletedAt !== null) return `deleted ${deletedAt.toISOString()}`;
  return suspendedAt === null ? 'live' : `suspended since ${suspendedAt.toISOString()}`;
}

/** What tokens a partner gets, in words. */
export function describeTokens(requireDpop: boolean): string {
  return requireDpop ? 'bound to a key (DPoP) only' : 'bearer, or bound to a key (DPoP)';
}
