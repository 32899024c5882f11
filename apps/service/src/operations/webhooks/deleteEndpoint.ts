import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { defaultEndpoint } from '../../webhooks/domain/endpoint-key.ts';
import { endEndpoint } from '../../webhooks/end-endpoint.ts';

export function deleteEndpoint(
  dependencies: Dependencies,
): Handler<'webhooks.deleteEndpoint', Caller> {
  return async (_request, { principal }) => {
    await endEndpoint(dependencies, defaultEndpoint(principal.applicationId));
    return { status: 204 };
  };
}
