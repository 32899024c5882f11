import type { Dependencies } from '../../platform/configuration/dependencies.ts';
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
import { type AdminHandlers, pageOf, readAfter } from '../api/caller.ts';

type Ids =
  | 'endpoints.list'
  | 'endpoints.create'
  | 'endpoints.update'
  | 'endpoints.delete'
  | 'endpoints.rotateSecret';

/** The operations about the webhook endpoints of a partner, over what the API of partners does with them. */
export function endpoints(dependencies: Dependencies): AdminHandlers<Ids> {
  const { database, publicUrl } = dependencies;
  const create = createEndpointCreation(dependencies);
  const update = createEndpointUpdate(dependencies);
  const rotate = createSecretRotation(dependencies);
  const idOf = async (clientId: string) => (await requireLivePartner(database, clientId)).id;

  return {
    'endpoints.list': async ({ path, query: { limit, cursor } }) => {
      const all = await findEndpoints(database, await idOf(path.clientId));
      const after = readAfter(cursor);
      const rest = all.slice(all.findIndex(({ id }) => id === after) + 1);
      const { rows, nextCursor } = pageOf(rest, limit, ({ id }) => id);
      return { status: 200, body: { endpoints: rows.map(toEndpointView), nextCursor } };
    },

    'endpoints.create': async ({ path: { clientId }, body: setting }, { raw }) => {
      const body = await create(
        await idOf(clientId),
        setting,
        async (transaction, created) =>
          await storeIdempotentAnswer(raw, transaction, { status: 201, body: created }),
      );
      const address = `${publicUrl}/api/admin/v1/partners/${clientId}/webhook-endpoints`;
      return { status: 201, headers: { location: `${address}/${body.id}` }, body };
    },

    'endpoints.update': async ({ path: { clientId, endpointId }, headers, body }) => {
      const key = { applicationId: await idOf(clientId), endpointId };
      const row = await update(key, body, headers['if-match']);
      return { status: 200, headers: { etag: endpointTag(row) }, body: toEndpointView(row) };
    },

    'endpoints.delete': async ({ path: { clientId, endpointId }, headers }) => {
      const key = { applicationId: await idOf(clientId), endpointId };
      await endEndpoint(dependencies, key, headers['if-match']);
      return { status: 204 };
    },

    'endpoints.rotateSecret': async ({ path: { clientId, endpointId } }, { raw }) => {
      const key = { applicationId: await idOf(clientId), endpointId };
      const body = await rotate(
        key,
        async (transaction, rotated) =>
          await storeIdempotentAnswer(raw, transaction, { status: 200, body: rotated }),
      );
      return { status: 200, body };
    },
  };
}
