import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { deletePartner, editPartner } from '../actions/edit-partner.ts';
import { createKey } from '../actions/keys.ts';
import {
  createPartner,
  listPartners,
  type ShownPartner,
  setSuspension,
  showPartner,
} from '../actions/partners.ts';
import {
  type AdminHandlers,
  afterCursor,
  readAfter,
  requireVersion,
  timeOf,
  versionOf,
} from '../api/caller.ts';
import type * as Types from '../api/types.gen.ts';

type Ids =
  | 'partners.list'
  | 'partners.create'
  | 'partners.get'
  | 'partners.update'
  | 'partners.delete'
  | 'partners.suspend'
  | 'partners.resume';

/** The operations about partner applications. */
export function partners(dependencies: Dependencies): AdminHandlers<Ids> {
  return {
    'partners.list': async ({ query: { limit, cursor } }) => {
      const after = readAfter(cursor);
      const found = await listPartners(dependencies, { after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        status: 200,
        body: {
          partners: page.map(summaryOf),
          nextCursor: found.length > limit && last ? afterCursor(last.clientId) : null,
        },
      };
    },

    'partners.create': async ({ body: { clientId, name, redirectUris } }) => {
      const partner = { clientId, name, redirectUris };
      const { applicationId } = await createPartner(dependencies, partner);
      const { keyId, apiKey } = await createKey(dependencies, { clientId });
      return {
        status: 201,
        headers: { location: `${dependencies.publicUrl}/api/admin/v1/partners/${clientId}` },
        body: { clientId, applicationId, keyId, apiKey },
      };
    },

    'partners.get': async ({ path }) => await show(dependencies, path.clientId),

    'partners.update': async ({ path: { clientId }, headers, body }) => {
      const { limits, ...edit } = body;
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

type Summary = Pick<
  ShownPartner,
  'clientId' | 'applicationId' | 'name' | 'createdAt' | 'suspendedAt' | 'deletedAt'
>;

function summaryOf(partner: Summary): Types.PartnerSummary {
  return {
    clientId: partner.clientId,
    applicationId: partner.applicationId,
    name: partner.name,
    createdAt: timeOf(partner.createdAt),
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
