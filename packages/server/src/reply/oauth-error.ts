import { oauthErrors } from '../generated/errors.gen.ts';

/** An OAuth error code of the catalogue, such as `invalid_grant`. */
export type OAuthErrorCode = keyof typeof oauthErrors;

/** The options of an {@link OAuthError}. */
export interface OAuthErrorOptions {
  /** `error_description`: what is wrong, and what to do. Default: the text of the error catalogue. */
  description?: string;
  /** The HTTP status. Default: the status of the error catalogue. */
  status?: number;
  /** Header fields to send with it. */
  headers?: Readonly<Record<string, string | string[]>>;
  /** The cause of the error; it is logged, and never sent. */
  cause?: unknown;
}

/**
 * Thrown to end a request with the error body of OAuth (RFC 6749 §5.2): `error`,
 * `error_description`, and `error_uri` as `application/json`.
 *
 * @example
 * ```ts
 * throw new OAuthError('invalid_grant', { description: 'The code was used before. Start again.' });
 * ```
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  /** `error` of the body. */
  readonly code: OAuthErrorCode;
  /** The HTTP status of the response. */
  readonly status: number;
  /** `error_description`, reduced to the characters that RFC 6749 allows. */
  readonly description: string;
  readonly headers: Readonly<Record<string, string | string[]>>;

  constructor(code: OAuthErrorCode, options: OAuthErrorOptions = {}) {
    const entry = oauthErrors[code];
    const description = allowedCharacters(
      options.description ?? `${entry.description} ${entry.action}`,
    );
    super(description, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? entry.status;
    this.description = description;
    this.headers = options.headers ?? {};
  }
}

/** An {@link OAuthError} with certain codes. */
export type OAuthFailure<Code extends OAuthErrorCode = OAuthErrorCode> = OAuthError & {
  readonly code: Code;
};

/**
 * Returns an OAuth error for a handler to return. Its code must be documented for the operation.
 *
 * @example
 * ```ts
 * if (code === undefined) return oauthError('invalid_grant');
 * ```
 */
export function oauthError<Code extends OAuthErrorCode>(
  code: Code,
  options?: OAuthErrorOptions,
): OAuthFailure<Code> {
  return new OAuthError(code, options) as OAuthFailure<Code>;
}

// RFC 6749 §5.2: %x20-21 / %x23-5B / %x5D-7E, that is printable ASCII without `"` and `\`.
function allowedCharacters(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
