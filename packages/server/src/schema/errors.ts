import type { ErrorObject } from 'ajv';
import type { errorItemCodes } from '../catalogue/catalogue.gen.ts';
import { describe } from './error-descriptions.ts';

/** A code of an error: the JSON Schema keyword that failed (`required`, `pattern`, …), or one of the operation. */
export type ErrorItemCode = (typeof errorItemCodes)[number];

/** One error of a request, as listed under `errors` of a problem. */
export interface ErrorItem {
  /**
   * Where the error is, as a JSON Pointer (RFC 6901). The pointer of an error of the body starts at the
   * body's root (`/matches/3/games/0/scores`, the empty string for the body itself); that of a
   * parameter is `/query/<name>`, `/path/<name>` or `/headers/<lower-case name>`.
   */
  pointer: string;
  /** Which kind of error it is. */
  code: ErrorItemCode;
  /** What is wrong and what to send instead. */
  detail: string;
}

/** The maximum number of errors in a response, so that a small request cannot cause a large one. */
export const maxErrors = 100;

/**
 * Converts the errors of the validator: pointers start with `prefix`, and the pointer of a missing
 * or unknown field is that of the field, not of its object.
 */
export function errorsOf(found: readonly ErrorObject[], prefix = ''): ErrorItem[] {
  const errors: ErrorItem[] = [];
  for (const error of found) {
    // The keyword `propertyNames` reports the name; the keywords within it would report it again.
    if (error.propertyName !== undefined || error.keyword === 'if') continue;
    // Where none of several alternatives holds, what the first lacks says what to send.
    if (error.keyword === 'anyOf' || /\/anyOf\/[1-9]/.test(error.schemaPath)) continue;
    if (errors.length > maxErrors) break;
    const name = fieldName(error);
    errors.push({
      pointer: `${prefix}${truncated(error.instancePath)}${name === null ? '' : `/${token(name)}`}`,
      // The keywords that a request can fail are in the catalogue, as a test of it shows.
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
 * Adds the errors the validator found to `errors`, except for values that already have one: a value
 * that could not be decoded is not missing as well.
 */
export function addErrors(found: readonly ErrorItem[], errors: ErrorItem[]): void {
  const known = new Set(errors.map(({ pointer }) => pointer));
  for (const error of found) if (!known.has(error.pointer)) errors.push(error);
}

/** A name as one reference token of a JSON Pointer (RFC 6901 §3). */
export function token(name: string): string {
  return truncated(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

// A name in a request may be as long as the body, and is repeated in every error of it.
function truncated(text: string): string {
  return (text.length > 500 ? `${text.slice(0, 500)}…` : text).toWellFormed();
}
