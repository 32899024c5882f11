import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { toEndpointView } from '../domain/views.ts';
import { findEndpoints } from '../store/endpoints.ts';

export function listEndpoints({
  database,
}: Dependencies): Handler<'webhooks.listEndpoints', Caller> {
  return async (_request, { principal }) => {
    const endpoints = await findEndpoints(database, principal.applicationId);
    return { status: 200, body: { endpoints: endpoints.map(toEndpointView) } };
  };
}
