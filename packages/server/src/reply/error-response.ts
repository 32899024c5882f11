import { oauthErrors } from '../generated/errors.gen.ts';
import type { ErrorItem } from '../schema/errors.ts';
import type { Operation } from '../schema/operation-table.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';
import type { ProblemCode, ProblemError } from './problem-error.ts';

/** Problem details (RFC 9457), as sent. */
export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  errors?: readonly { pointer: string; code: string; detail: string }[];
}

/** An error response, ready to be sent. */
export interface ErrorResponse {
  status: number;
  contentType: string;
  headers: Readonly<Record<string, string | string[]>>;
  body: string;
}

/** Options for rendering errors. */
export interface ErrorResponseOptions {
  problemTypeBase: string;
  /** Renders the error page of an operation whose errors are pages. */
  errorPage: (problem: ProblemDetails) => string;
}

/** Returns the problem details of an error. */
export function problemDetails(
  error: ProblemError,
  requestId: string,
  problemTypeBase: string,
): ProblemDetails {
  return {
    type: `${problemTypeBase}${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.detail,
    instance: requestId,
    code: error.code,
    ...(error.errors && { errors: error.errors }),
  };
}

/** Returns an error in the documented format of its operation: problem details, an OAuth error, or a page. */
export function errorResponse(
  error: ProblemError | OAuthError,
  operation: Operation | null,
  requestId: string,
  options: ErrorResponseOptions,
): ErrorResponse {
  if (error instanceof OAuthError) return oauthResponse(error, options.problemTypeBase);
  if (operation?.errorFormat === 'oauth' && respondsWithOAuthError(operation, error.status)) {
    return oauthResponse(asOAuthError(error, operation), options.problemTypeBase);
  }
  const problem = problemDetails(error, requestId, options.problemTypeBase);
  if (operation?.errorFormat === 'html') {
    return {
      status: error.status,
      contentType: 'text/html; charset=utf-8',
      headers: error.headers,
      body: options.errorPage(problem),
    };
  }
  return {
    status: error.status,
    contentType: 'application/problem+json',
    headers: error.headers,
    body: JSON.stringify(problem),
  };
}

// The documented response of the status decides. An undocumented client error is an OAuth error.
function respondsWithOAuthError(operation: Operation, status: number): boolean {
  const documented = operation.responses[status];
  return documented ? 'application/json' in documented.content : status < 500 && status !== 429;
}

const oauthCodes: { readonly [Code in ProblemCode]?: OAuthErrorCode } = {
  unauthenticated: 'invalid_client',
  insufficient_scope: 'insufficient_scope',
};

function asOAuthError(error: ProblemError, operation: Operation): OAuthError {
  const code = oauthCodes[error.code] ?? 'invalid_request';
  return new OAuthError(code, {
    description: error.errors ? firstErrors(error.errors) : error.detail,
    status: error.status in operation.responses ? error.status : oauthErrors[code].status,
    headers: error.headers,
    cause: error,
  });
}

// An OAuth error lists errors only in `error_description`, with at most 1,000 characters.
function firstErrors(errors: readonly ErrorItem[]): string {
  const sentences = errors
    .slice(0, 3)
    .map(({ pointer, detail }) => `${pointer.slice(0, 80) || 'The body'}: ${detail.slice(0, 240)}`);
  return sentences.join(' ');
}

function oauthResponse(error: OAuthError, problemTypeBase: string): ErrorResponse {
  return {
    status: error.status,
    contentType: 'application/json',
    headers: error.headers,
    body: JSON.stringify({
      error: error.code,
      error_description: error.description,
      error_uri: `${problemTypeBase}#${error.code}`,
    }),
  };
}

/** Returns the default error page, which has only text, and loads and runs nothing. */
export function plainErrorPage({ title, detail, instance }: ProblemDetails): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escaped(title)}</title></head><body><main><h1>${escaped(title)}</h1>`,
    `<p>${escaped(detail)}</p><p>Request ${escaped(instance)}</p></main></body></html>`,
  ].join('\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
