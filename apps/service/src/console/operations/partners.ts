import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { OwnLimits } from '../../platform/http/store/credentials.ts';
import { answerOnce } from '../actions/answer-once.ts';
import { newKeyRow, storeKey } from '../actions/keys.ts';
import {
  approvePartner,
  deletePartner,
  editPartner,
  requireApplication,
  requireLivePartner,
  setSuspension,
  storePartner,
} from '../actions/partners.ts';
import {
  type AdminHandlers,
  created,
  type IdsOf,
  nameKey,
  readPage,
  refuseField,
  requireVersion,
  versionOf,
  viewOf,
} from '../api/handlers.ts';
import { listApplications, summarizeApplication } from '../store/applications.ts';
import { countRequestsOf } from '../store/counts.ts';

const DAY = 24 * 60 * 60 * 1_000;

const REQUEST_DAYS = 30;

/** The operations about partner applications. */
export const partners: AdminHandlers<IdsOf<'partners'>> = {
  'partners.list': async ({ database }, { query: { pending, ...query } }, { principal }) => {
    const filter = { accountId: principal.person?.accountId, isPending: pending };
    const { rows, nextCursor } = await readPage(
      query,
      nameKey,
      async (part) => await listApplications(database, { ...part, ...filter }),
      ({ clientId }) => clientId,
    );
    return { status: 200, body: { partners: rows.map(viewOf), nextCursor } };
  },

  'partners.create': async (dependencies, { body }, { principal: { person }, raw }) => {
    const { clientId, name, redirectUris = [] } = body;
    const partner = { clientId, name, redirectUris, person };
    return await answerOnce(dependencies, raw, async (transaction, now) => {
      const { applicationId } = await storePartner(transaction, dependencies, partner, now);
      const key = await storeKey(transaction, newKeyRow(applicationId, { now }), now);
      return created(dependencies, `partners/${clientId}`, { clientId, applicationId, ...key });
    });
  },

  'partners.get': async (dependencies, { path }) => await show(dependencies, path.clientId),

  'partners.update': async (dependencies, { path: { clientId }, headers, body }, { principal }) => {
    if (principal.person !== null) refuseOperatorsFields(body);
    const { webhookTest, ...limits } = body.limits ?? {};
    const ownLimits = {
      ...limits,
      ...(webhookTest !== undefined && { 'webhook-test': webhookTest }),
    };
    await editPartner(dependencies, clientId, { ...body, limits: ownLimits }, async (database) => {
      const stored = await show({ ...dependencies, database }, clientId);
      requireVersion(headers['if-match'], stored.headers.etag);
    });
    return await show(dependencies, clientId);
  },

  'partners.delete': async (dependencies, { path, query: { reason } }) => ({
    status: 200,
    body: await deletePartner(dependencies, path.clientId, reason),
  }),

  'partners.approve': async (dependencies, { path: { clientId } }) => {
    await approvePartner(dependencies, clientId);
    return await show(dependencies, clientId);
  },

  'partners.listRequests': async ({ database, clock }, { path: { clientId } }) => {
    const { id } = await requireLivePartner(database, clientId);
    const since = new Date(clock().getTime() - REQUEST_DAYS * DAY);
    return { status: 200, body: await countRequestsOf(database, id, since) };
  },

  'partners.suspend': async (dependencies, { path: { clientId }, body: { reason } }) => {
    await setSuspension(dependencies, clientId, { isSuspended: true, reason });
    return await show(dependencies, clientId);
  },

  'partners.resume': async (dependencies, { path: { clientId } }) => {
    await setSuspension(dependencies, clientId, { isSuspended: false });
    return await show(dependencies, clientId);
  },
};

// The operator decides what players see and how much a partner may send.
function refuseOperatorsFields(body: object): void {
  const [field] = (['name', 'limits'] as const).filter((name) => name in body);
  if (field === undefined) return;
  const detail = `Only the operator of the service changes ${field}. Ask the operator, and omit it.`;
  throw refuseField(`/${field}`, detail, 'additionalProperties');
}

async function show(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
) {
  const application = await requireApplication(database, clientId);
  const { id: applicationId, disabled_at: disabledAt, pending_since: pendingSince } = application;
  const setting = viewOf({
    clientId,
    applicationId,
    name: application.name,
    createdAt: application.created_at,
    pendingSince,
    suspendedAt: pendingSince === null ? disabledAt : null,
    deletedAt: application.deleted_at,
    redirectUris: application.redirect_uris,
    limits: limitsOf(application.rate_limits ?? {}),
  });
  const summary = viewOf(await summarizeApplication(database, applicationId, clock()));
  // The tag covers only the settings, because the summary changes with each request.
  const headers = { etag: versionOf(setting) };
  return { status: 200, headers, body: { ...setting, ...summary } } as const;
}

function limitsOf({ 'webhook-test': webhookTest, ...limits }: OwnLimits) {
  return { ...limits, ...(webhookTest !== undefined && { webhookTest }) };
}
