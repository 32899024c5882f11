import { oauthErrors } from '../generated/errors.gen.ts';
import type { FaultItem } from '../schema/faults.ts';
import type { Operation } from '../schema/operation-table.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';
import type { ProblemCode, ProblemError } from './problem-error.ts';

/** Problem details as they are sent (RFC 9457). */
export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  errors?: readonly { pointer: string; code: string; detail: string }[];
}

/** An error answer, ready to be sent. */
export interface ErrorAnswer {
  status: number;
  contentType: string;
  headers: Readonly<Record<string, string | string[]>>;
  body: string;
}

/** What error answers are made with. */
export interface ErrorAnswerOptions {
  problemTypeBase: string;
  /** Makes the page of an operation whose errors are pages. */
  errorPage: (problem: ProblemDetails) => string;
}

/** Problem details of an error. */
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

/** An error in the form its operation documents: problem details, an OAuth error, or a page. */
export function errorAnswer(
  error: ProblemError | OAuthError,
  operation: Operation | null,
  requestId: string,
  options: ErrorAnswerOptions,
): ErrorAnswer {
  if (error instanceof OAuthError) return oauthAnswer(error);
  if (operation?.errorFormat === 'oauth' && speaksOAuth(operation, error.status)) {
    return oauthAnswer(asOAuthError(error, operation));
  }
  const problem = problemDetails(error, requestId, options.problemTypeBase);
  if (operation?.errorFormat === 'html') {
    return {
      status: error.status,
      contentType: 'text/html; charset=utf-8',
      headers: { 'cache-control': 'no-store', ...error.headers },
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

// What the document says of a status decides; a refusal it does not speak of is an OAuth one.
function speaksOAuth(operation: Operation, status: number): boolean {
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
    description: error.errors ? firstFaults(error.errors) : error.detail,
    status: error.status in operation.responses ? error.status : oauthErrors[code].status,
    headers: error.headers,
    cause: error,
  });
}

// An OAuth error has one sentence to say it in, at most 1,000 characters of it.
function firstFaults(faults: readonly FaultItem[]): string {
  const sentences = faults
    .slice(0, 3)
    .map(({ pointer, detail }) => `${pointer.slice(0, 80) || 'The body'}: ${detail.slice(0, 240)}`);
  return sentences.join(' ');
}

function oauthAnswer(error: OAuthError): ErrorAnswer {
  return {
    status: error.status,
    contentType: 'application/json',
    headers: { 'cache-control': 'no-store', ...error.headers },
    body: JSON.stringify({ error: error.code, error_description: error.description }),
  };
}

/** The page of an error where the implementer gives none: its words, and nothing to load or run. */
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
