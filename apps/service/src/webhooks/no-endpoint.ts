import { ProblemError } from '@partner-rating/server';

/** Refuses what needs the secret of an endpoint whose secret the operator has lost the key to. */
export function noSecret(): ProblemError {
  return new ProblemError('not_found', {
    detail:
      'The secret of the webhook endpoint can no longer be read. Make a new one with webhooks.rotateSecret.',
  });
}

/** Refuses what needs an endpoint where none is set. */
export function noEndpoint(): ProblemError {
  return new ProblemError('not_found', {
    detail: 'No webhook endpoint is set. Set one with webhooks.setEndpoint.',
  });
}
