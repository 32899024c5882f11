import type { FaultItem } from '../generated/types.gen.ts';
import { readJson } from '../read-json.ts';
import { AuthenticationError } from './authentication-error.ts';
import { ConflictError } from './conflict-error.ts';
import { NotFoundError } from './not-found-error.ts';
import { OAuthError } from './oauth-error.ts';
import { PartnerRatingError } from './partner-rating-error.ts';
import { PermissionError } from './permission-error.ts';
import { RateLimitError } from './rate-limit-error.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { ValidationError, type ValidationErrorDetails } from './validation-error.ts';

type Kind = new (message: string, details: ValidationErrorDetails) => PartnerRatingError;

const kindByStatus: Record<number, Kind> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
};

// What an error says fits many times over; a server that goes on is no service.
const largestError = 1_048_576;

/** The error that tells of an answer: its kind by the status, its words by the body. */
export async function errorFromResponse(
  operationId: string,
  response: Response,
): Promise<PartnerRatingError> {
  const body = await readFields(response);
  const details = {
    statusCode: response.status,
    response,
    requestId: response.headers.get('x-request-id') ?? text(body.instance),
    retryAfter: retryAfterSeconds(response.headers.get('retry-after'), Date.now()),
  };
  const oauthCode = operationId.startsWith('oauth.') ? text(body.error) : undefined;
  if (oauthCode !== undefined) {
    return new OAuthError(text(body.error_description) ?? `The service answered ${oauthCode}.`, {
      ...details,
      code: oauthCode,
    });
  }
  const Kind = kindByStatus[response.status] ?? PartnerRatingError;
  return new Kind(text(body.detail) ?? text(body.title) ?? plainWords(operationId, response), {
    ...details,
    code: text(body.code),
    errors: Array.isArray(body.errors) ? (body.errors as FaultItem[]) : undefined,
  });
}

/** The members of a JSON object; none where the body is something else or breaks off. */
async function readFields(response: Response): Promise<Record<string, unknown>> {
  // A copy is read, so that the caller can read the answer as well.
  const body = await readJson(response.clone(), largestError).catch(() => undefined);
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function plainWords(operationId: string, { status, type }: Response): string {
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  return isRedirect
    ? `${operationId} was redirected, which is not followed, so that your credential stays where ` +
        'you sent it. Check that baseUrl is the address of the service itself.'
    : `${operationId} was answered ${status}, in words that are not those of the service.`;
}
