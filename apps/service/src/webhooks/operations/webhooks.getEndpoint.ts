import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { endpointTag, toEndpointView } from '../domain/views.ts';
import { noEndpoint } from '../endpoints.ts';
import { findEndpoint } from '../store/endpoints.ts';

export function getEndpoint({ database }: Dependencies): Handler<'webhooks.getEndpoint', Caller> {
  return async ({ path: { endpointId } }, { principal }) => {
    const key = { applicationId: principal.applicationId, endpointId };
    const endpoint = await findEndpoint(database, key);
    if (endpoint === null) throw noEndpoint(endpointId);
    return {
      status: 200,
      body: toEndpointView(endpoint),
      headers: { etag: endpointTag(endpoint) },
    };
  };
}
