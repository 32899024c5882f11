import { ConnectionError } from './errors/connection-error.ts';
import { errorFromResponse } from './errors/error-from-response.ts';
import { PartnerRatingError } from './errors/partner-rating-error.ts';

/**
 * The body of a success as data, undefined where there is none.
 *
 * @throws the error that tells of the answer, where it is no success or cannot be read.
 */
export async function readAnswer(operationId: string, response: Response): Promise<unknown> {
  if (!response.ok) throw await errorFromResponse(operationId, response);
  if (response.status === 204) return undefined;
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw isSyntaxError(cause)
      ? notTheService(operationId, response, cause)
      : new ConnectionError(`${operationId} was answered, but the answer broke off`, cause);
  });
  if (typeof body !== 'object' || body === null) throw notTheService(operationId, response);
  return body;
}

function notTheService(id: string, response: Response, cause?: unknown): PartnerRatingError {
  return new PartnerRatingError(
    `${id} was answered ${response.status}, but not with the JSON of the service. ` +
      'Check that baseUrl leads to the service.',
    {
      statusCode: response.status,
      response,
      requestId: response.headers.get('x-request-id') ?? undefined,
      cause,
    },
  );
}

// By name, because a fetch of another realm throws a SyntaxError of its own.
function isSyntaxError(error: unknown): boolean {
  return error instanceof Error && error.name === 'SyntaxError';
}
