import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { endEndpoint } from '../endpoints.ts';

export function deleteEndpoint(
  dependencies: Dependencies,
): Handler<'webhooks.deleteEndpoint', Caller> {
  return async ({ path: { endpointId }, headers }, { principal }) => {
    const endpoint = { applicationId: principal.applicationId, endpointId };
    await endEndpoint(dependencies, endpoint, headers['if-match']);
    return { status: 204 };
  };
}
