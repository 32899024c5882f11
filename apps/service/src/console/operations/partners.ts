import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { deletePartner, editPartner } from '../actions/edit-partner.ts';
import { createKey } from '../actions/keys.ts';
import {
  approvePartner,
  createPartner,
  listPartners,
  requireLivePartner,
  type ShownPartner,
  setSuspension,
  showPartner,
} from '../actions/partners.ts';
import {
  type AdminHandlers,
  pageOf,
  readAfter,
  refuseField,
  requireVersion,
  timeOf,
  versionOf,
} from '../api/caller.ts';
import type * as Types from '../api/types.gen.ts';
import { countRequestsOf } from '../store/requests.ts';

const DAY = 24 * 60 * 60 * 1_000;

const REQUEST_DAYS = 30;

type Ids =
  | 'partners.list'
  | 'partners.create'
  | 'partners.get'
  | 'partners.update'
  | 'partners.delete'
  | 'partners.approve'
  | 'partners.listRequests'
  | 'partners.suspend'
  | 'partners.resume';

/** The operations about partner applications. */
export function partners(dependencies: Dependencies): AdminHandlers<Ids> {
  return {
    'partners.list': async ({ query: { limit, cursor, pending } }, { principal }) => {
      const found = await listPartners(dependencies, {
        after: readAfter(cursor),
        limit: limit + 1,
        accountId: principal.person?.accountId,
        isPending: pending,
      });
      const { rows, nextCursor } = pageOf(found, limit, ({ clientId }) => clientId);
      return { status: 200, body: { partners: rows.map(summaryOf), nextCursor } };
    },

    'partners.create': async ({ body }, { principal: { person } }) => {
      const { clientId, name, redirectUris = [] } = body;
      const partner = { clientId, name, redirectUris, person };
      const { applicationId } = await createPartner(dependencies, partner);
      const { keyId, apiKey } = await createKey(dependencies, { clientId });
      return {
        status: 201,
        headers: { location: `${dependencies.publicUrl}/api/admin/v1/partners/${clientId}` },
        body: { clientId, applicationId, keyId, apiKey },
      };
    },

    'partners.get': async ({ path }) => await show(dependencies, path.clientId),

    'partners.update': async ({ path: { clientId }, headers, body }, { principal }) => {
      const { limits, ...edit } = body;
      if (principal.person !== null) refuseOperatorsFields(body);
      const { webhookTest, ...others } = limits ?? {};
      const ownLimits = {
        ...others,
        ...(webhookTest !== undefined && { 'webhook-test': webhookTest }),
      };
      await editPartner(
        dependencies,
        clientId,
        { ...edit, limits: ownLimits },
        async (database) => {
          const stored = await show({ ...dependencies, database }, clientId);
          requireVersion(headers['if-match'], stored.headers.etag);
        },
      );
      return await show(dependencies, clientId);
    },

    'partners.delete': async ({ path, query: { reason } }) => {
      const body = await deletePartner(dependencies, path.clientId, { reason });
      return { status: 200, body };
    },

    'partners.approve': async ({ path: { clientId } }) => {
      await approvePartner(dependencies, clientId);
      return await show(dependencies, clientId);
    },

    'partners.listRequests': async ({ path: { clientId } }) => {
      const { id } = await requireLivePartner(dependencies.database, clientId);
      const since = new Date(dependencies.clock().getTime() - REQUEST_DAYS * DAY);
      return { status: 200, body: await countRequestsOf(dependencies.database, id, since) };
    },

    'partners.suspend': async ({ path: { clientId }, body: { reason } }) => {
      await setSuspension(dependencies, clientId, { isSuspended: true, reason });
      return await show(dependencies, clientId);
    },

    'partners.resume': async ({ path: { clientId } }) => {
      await setSuspension(dependencies, clientId, { isSuspended: false });
      return await show(dependencies, clientId);
    },
  };
}

/** What players see and how much a partner may send is for an operator to decide. */
function refuseOperatorsFields(body: object): void {
  const [field] = (['name', 'limits'] as const).filter((name) => name in body);
  if (field === undefined) return;
  const detail = `Only the operator of the service changes ${field}. Ask them, and leave it out.`;
  throw refuseField(`/${field}`, detail, 'additionalProperties');
}

type Summary = Pick<
  ShownPartner,
  'clientId' | 'applicationId' | 'name' | 'createdAt' | 'pendingSince' | 'suspendedAt' | 'deletedAt'
>;

function summaryOf(partner: Summary): Types.PartnerSummary {
  return {
    clientId: partner.clientId,
    applicationId: partner.applicationId,
    name: partner.name,
    createdAt: timeOf(partner.createdAt),
    pendingSince: timeOf(partner.pendingSince),
    suspendedAt: timeOf(partner.suspendedAt),
    deletedAt: timeOf(partner.deletedAt),
  };
}

async function show(dependencies: Pick<Dependencies, 'database' | 'clock'>, clientId: string) {
  const partner = await showPartner(dependencies, clientId);
  const { redirectUris, requireDpop } = partner;
  const { 'webhook-test': webhookTest, ...limits } = partner.limits;
  const setting = {
    ...summaryOf(partner),
    redirectUris,
    requireDpop,
    limits: { ...limits, ...(webhookTest !== undefined && { webhookTest }) },
  };
  const body: Types.Partner = {
    ...setting,
    liveKeys: partner.liveKeys,
    lastUsedAt: timeOf(partner.lastUsedAt),
    connectedPlayers: partner.connectedPlayers,
    webhookEndpoints: partner.webhookEndpoints,
    failingEndpoints: partner.failingEndpoints,
    batches: partner.batches,
    lastBatchAt: timeOf(partner.lastBatchAt),
  };
  // Only of what can be changed: how the service is used changes with each request.
  return { status: 200, headers: { etag: versionOf(setting) }, body } as const;
}
