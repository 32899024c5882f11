import { ProblemError } from '@partner-rating/server';

/** Refuses what needs an endpoint where none is set. */
export function noEndpoint(): ProblemError {
  return new ProblemError('not_found', {
    detail: 'No webhook endpoint is set. Set one with webhooks.setEndpoint.',
  });
}
