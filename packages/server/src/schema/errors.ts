import type { ErrorObject } from 'ajv';
import type { errorItemCodes } from '../catalogue/catalogue.gen.ts';
import { describe } from './error-descriptions.ts';

/** A code of an error: the JSON Schema keyword that failed (`required`, `pattern`, …), or one of the operation. */
export type ErrorItemCode = (typeof errorItemCodes)[number];

/** An error of a request, as listed under `errors` of a problem. */
export interface ErrorItem {
  /**
   * The place of the error, as a JSON Pointer (RFC 6901). For an error of the body, it starts at the
   * body's root (`/matches/3/games/0/scores`; the empty string is the body itself). For a
   * parameter, it is `/query/<name>`, `/path/<name>`, or `/headers/<lower-case name>`.
   */
  pointer: string;
  /** The kind of error. */
  code: ErrorItemCode;
  /** What is wrong, and what to send instead. */
  detail: string;
}

/** The maximum number of errors in a response, so that a small request cannot cause a large one. */
export const maxErrors = 100;

/**
 * Converts the errors of the validator. Pointers start with `prefix`. For a missing
 * or unknown field, the pointer leads to the field, not to its object.
 */
export function errorsOf(found: readonly ErrorObject[], prefix = ''): ErrorItem[] {
  const errors: ErrorItem[] = [];
  for (const error of found) {
    // The keyword `propertyNames` reports the name; its inner keywords would report it again.
    if (error.propertyName !== undefined || error.keyword === 'if') continue;
    // If no alternative is valid, the errors of the first say what to send.
    if (error.keyword === 'anyOf' || /\/anyOf\/[1-9]/.test(error.schemaPath)) continue;
    if (errors.length > maxErrors) break;
    const name = fieldName(error);
    errors.push({
      pointer: `${prefix}${truncated(error.instancePath)}${name === null ? '' : `/${token(name)}`}`,
      // A test checks that the catalogue contains every keyword that a request can fail.
      code: (error.keyword === 'false schema' ? 'not' : error.keyword) as ErrorItemCode,
      detail: describe(error),
    });
  }
  return errors;
}

function fieldName({ keyword, params }: ErrorObject): string | null {
  const names: Record<string, unknown> = {
    required: params.missingProperty,
    dependentRequired: params.missingProperty,
    additionalProperties: params.additionalProperty,
    unevaluatedProperties: params.unevaluatedProperty,
    propertyNames: params.propertyName,
  };
  const name = names[keyword];
  return typeof name === 'string' ? name : null;
}

/**
 * Adds the errors of the validator to `errors`, except for values that already have an error: a value
 * that could not be decoded is not also missing.
 */
export function addErrors(found: readonly ErrorItem[], errors: ErrorItem[]): void {
  const known = new Set(errors.map(({ pointer }) => pointer));
  for (const error of found) if (!known.has(error.pointer)) errors.push(error);
}

/** Returns a name as a reference token of a JSON Pointer (RFC 6901 §3). */
export function token(name: string): string {
  return truncated(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

// A name in a request may be as long as the body, and every error of it repeats it.
function truncated(text: string): string {
  return (text.length > 500 ? `${text.slice(0, 500)}…` : text).toWellFormed();
}
