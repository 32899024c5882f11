import type { Database } from '../../platform/database/schema.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { endpointTag, toEndpointView } from '../../webhooks/domain/views.ts';
import {
  createEndpointCreation,
  createEndpointUpdate,
  createSecretRotation,
  endEndpoint,
} from '../../webhooks/endpoints.ts';
import { findEndpoints } from '../../webhooks/store/endpoints.ts';
import { requireLivePartner } from '../actions/partners.ts';
import { type AdminHandlers, created, type IdsOf, idKey, readPage } from '../api/handlers.ts';

/** The operations about the webhook endpoints of a partner. They call the use cases of the API of partners. */
export const endpoints: AdminHandlers<IdsOf<'endpoints'>> = {
  'endpoints.list': async ({ database }, { path, query }) => {
    const { id: applicationId } = await requireLivePartner(database, path.clientId);
    const found = await findEndpoints(database, applicationId);
    // An id begins with the time at which it was made.
    const all = found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const { rows, nextCursor } = await readPage(
      query,
      idKey('whe'),
      async ({ after = '' }) => all.filter(({ id }) => id > after),
      ({ id }) => id,
    );
    return { status: 200, body: { endpoints: rows.map(toEndpointView), nextCursor } };
  },

  'endpoints.create': async (dependencies, { path: { clientId }, body }, { raw }) => {
    const { id: applicationId } = await requireLivePartner(dependencies.database, clientId);
    const create = createEndpointCreation(dependencies);
    const endpoint = await create(
      applicationId,
      body,
      async (transaction, answer) =>
        await storeIdempotentAnswer(raw, transaction, { status: 201, body: answer }),
    );
    const path = `partners/${clientId}/webhook-endpoints/${endpoint.id}`;
    return created(dependencies, path, endpoint);
  },

  'endpoints.update': async (dependencies, { path, headers, body }) => {
    const update = createEndpointUpdate(dependencies);
    const key = await keyOf(dependencies.database, path);
    const row = await update(key, body, headers['if-match']);
    return { status: 200, headers: { etag: endpointTag(row) }, body: toEndpointView(row) };
  },

  'endpoints.delete': async (dependencies, { path, headers }) => {
    await endEndpoint(dependencies, await keyOf(dependencies.database, path), headers['if-match']);
    return { status: 204 };
  },

  'endpoints.rotateSecret': async (dependencies, { path }, { raw }) => {
    const rotate = createSecretRotation(dependencies);
    const body = await rotate(
      await keyOf(dependencies.database, path),
      async (transaction, answer) =>
        await storeIdempotentAnswer(raw, transaction, { status: 200, body: answer }),
    );
    return { status: 200, body };
  },
};

async function keyOf(
  database: Database,
  { clientId, endpointId }: { clientId: string; endpointId: string },
) {
  const { id: applicationId } = await requireLivePartner(database, clientId);
  return { applicationId, endpointId };
}
