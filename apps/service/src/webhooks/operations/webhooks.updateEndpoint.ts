import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { endpointTag, toEndpointView } from '../domain/views.ts';
import { createEndpointUpdate } from '../endpoints.ts';

export function updateEndpoint(
  dependencies: Dependencies,
): Handler<'webhooks.updateEndpoint', Caller> {
  const update = createEndpointUpdate(dependencies);
  return async ({ path: { endpointId }, headers, body }, { principal }) => {
    const key = { applicationId: principal.applicationId, endpointId };
    const row = await update(key, body, headers['if-match']);
    return { status: 200, body: toEndpointView(row), headers: { etag: endpointTag(row) } };
  };
}
