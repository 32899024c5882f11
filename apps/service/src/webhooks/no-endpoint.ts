import { ProblemError } from '@partner-rating/server';
import { isDefault } from './domain/endpoint-key.ts';
import type { EndpointKey } from './store/endpoints.ts';

/** Refuses what needs the secret of an endpoint whose secret the operator has lost the key to. */
export function noSecret(endpoint: EndpointKey): ProblemError {
  const operation = isDefault(endpoint) ? 'webhooks.rotateSecret' : 'webhooks.rotateSecretById';
  return new ProblemError('not_found', {
    detail: `The secret of the webhook endpoint can no longer be read. Make a new one with ${operation}.`,
  });
}

/** Refuses what needs an endpoint that the application does not have. */
export function noEndpoint(endpoint: EndpointKey): ProblemError {
  return new ProblemError('not_found', {
    detail: isDefault(endpoint)
      ? 'No default webhook endpoint is set. Set it with webhooks.setEndpoint.'
      : `Your application has no webhook endpoint ${endpoint.endpointId}. webhooks.listEndpoints names the id of each.`,
  });
}
