import { ProblemError } from '@partner-rating/server';

/** Refuses what needs the secret of an endpoint whose secret the operator has lost the key to. */
export function noSecret(): ProblemError {
  return new ProblemError('not_found', {
    detail:
      'The secret of the webhook endpoint can no longer be read. Make a new one with webhooks.rotateSecret.',
  });
}

/** Refuses what needs an endpoint that the application does not have; any endpoint, where none is named. */
export function noEndpoint(endpointId: string | undefined): ProblemError {
  return new ProblemError('not_found', {
    detail:
      endpointId === undefined
        ? 'Your application has no webhook endpoint. Create one with webhooks.createEndpoint.'
        : `Your application has no webhook endpoint ${endpointId}. webhooks.listEndpoints names the id of each.`,
  });
}
