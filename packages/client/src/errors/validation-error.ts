import type { FaultItem } from '../generated/types.gen.ts';
import { type ErrorDetails, PartnerRatingError } from './partner-rating-error.ts';

/** What a `ValidationError` carries beside its message. */
export interface ValidationErrorDetails extends ErrorDetails {
  errors?: readonly FaultItem[] | undefined;
}

/**
 * 400, 413, 415 and 422: the request is at fault, and sending it unchanged does not help.
 *
 * @example
 * if (error instanceof ValidationError) {
 *   for (const { pointer, detail } of error.errors) show(pointer, detail);
 * }
 */
export class ValidationError extends PartnerRatingError {
  override readonly name = 'ValidationError';
  /** Every fault found, each with a JSON Pointer (RFC 6901) to its place; empty where none is named. */
  readonly errors: readonly FaultItem[];

  constructor(message: string, details: ValidationErrorDetails = {}) {
    super(message, details);
    this.errors = details.errors ?? [];
  }
}
