import { problems } from '../generated/errors.gen.ts';
import type { ErrorItem } from '../schema/errors.ts';

/** A code of the error catalogue, such as `not_found`. */
export type ProblemCode = keyof typeof problems;

/** The options of a {@link ProblemError}. */
export interface ProblemErrorOptions {
  /** What happened, and what to do. Default: the text of the error catalogue. */
  detail?: string;
  /** The errors of the request. */
  errors?: readonly ErrorItem[];
  /** Header fields to send with it, for example `Retry-After`. */
  headers?: Readonly<Record<string, string | string[]>>;
  /**
   * The HTTP status, if it is more specific than the status of the catalogue for this code
   * (414 for `validation_failed`).
   */
  status?: number;
  /** The cause of the error; it is logged, and never sent. */
  cause?: unknown;
}

/**
 * Thrown to end a request with problem details (RFC 9457). Each code has its status and title in the
 * error catalogue.
 *
 * @example
 * ```ts
 * throw new ProblemError('not_found', { detail: 'No member has this id. Check the id.' });
 * ```
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  /** The HTTP status of the response. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly ErrorItem[] | undefined;
  readonly headers: Readonly<Record<string, string | string[]>>;

  constructor(code: ProblemCode, options: ProblemErrorOptions = {}) {
    const entry = problems[code];
    const detail = options.detail ?? `${entry.detail} ${entry.action}`;
    super(detail, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? entry.status;
    this.title = entry.title;
    this.detail = detail;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/** A {@link ProblemError} with certain codes. */
export type Problem<Code extends ProblemCode = ProblemCode> = ProblemError & {
  readonly code: Code;
};

/**
 * Returns a problem for a handler to return. A returned problem must have a code that is documented for the
 * operation, or the handler does not compile. A thrown problem may have any code.
 *
 * @example
 * ```ts
 * if (member === undefined) return problem('not_found');
 * ```
 */
export function problem<Code extends ProblemCode>(
  code: Code,
  options?: ProblemErrorOptions,
): Problem<Code> {
  return new ProblemError(code, options) as Problem<Code>;
}
