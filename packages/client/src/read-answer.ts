import { ConnectionError } from './errors/connection-error.ts';
import { errorFromResponse } from './errors/error-from-response.ts';
import { PartnerRatingError } from './errors/partner-rating-error.ts';
import { readJson, TooLarge } from './read-json.ts';

// The largest honest answer, ten thousand players of one batch with all their splits, has a third.
const largestAnswer = 67_108_864;

/**
 * The body of a success as data, undefined where there is none.
 *
 * @throws the error that tells of the answer, where it is no success or cannot be read.
 */
export async function readAnswer(operationId: string, response: Response): Promise<unknown> {
  if (!response.ok) throw await errorFromResponse(operationId, response);
  if (response.status === 204) return undefined;
  let body: unknown;
  try {
    body = await readJson(response, largestAnswer);
  } catch (cause) {
    // By name, because a fetch of another realm throws a SyntaxError of its own.
    throw cause instanceof TooLarge || (cause as Error).name === 'SyntaxError'
      ? notTheService(operationId, response, cause)
      : new ConnectionError(`${operationId} was answered, but the answer broke off`, cause);
  }
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
