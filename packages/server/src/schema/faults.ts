import type { ErrorObject } from 'ajv';
import type { faultCodes } from '../catalogue/catalogue.gen.ts';
import { describe } from './fault-descriptions.ts';

/** A code of a fault: the JSON Schema keyword that failed (`required`, `pattern`, …), or one of the operation. */
export type FaultCode = (typeof faultCodes)[number];

/** One fault of a request, as listed under `errors` of a problem. */
export interface FaultItem {
  /**
   * Where the fault is, as a JSON Pointer (RFC 6901). The pointer of a fault of the body starts at the
   * body's root (`/matches/3/games/0/scores`, the empty string for the body itself); that of a
   * parameter is `/query/<name>`, `/path/<name>` or `/headers/<lower-case name>`.
   */
  pointer: string;
  /** Which kind of fault it is. */
  code: FaultCode;
  /** What is wrong and what to send instead. */
  detail: string;
}

/** The maximum number of faults in a response, so that a small request cannot cause a large one. */
export const maxFaults = 100;

/**
 * The errors of the validator as faults: pointers start with `prefix`, and the pointer of a missing
 * or unknown field is that of the field, not of its object.
 */
export function faultsOf(errors: readonly ErrorObject[], prefix = ''): FaultItem[] {
  const faults: FaultItem[] = [];
  for (const error of errors) {
    // The keyword `propertyNames` reports the name; the keywords within it would report it again.
    if (error.propertyName !== undefined || error.keyword === 'if') continue;
    // Where none of several alternatives holds, what the first lacks says what to send.
    if (error.keyword === 'anyOf' || /\/anyOf\/[1-9]/.test(error.schemaPath)) continue;
    if (faults.length > maxFaults) break;
    const name = fieldName(error);
    faults.push({
      pointer: `${prefix}${truncated(error.instancePath)}${name === null ? '' : `/${token(name)}`}`,
      // The keywords that a request can fail are in the catalogue, as a test of it shows.
      code: (error.keyword === 'false schema' ? 'not' : error.keyword) as FaultCode,
      detail: describe(error),
    });
  }
  return faults;
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
 * Adds the faults the validator found to `faults`, except for values that already have one: a value
 * that could not be decoded is not missing as well.
 */
export function addFaults(found: readonly FaultItem[], faults: FaultItem[]): void {
  const known = new Set(faults.map(({ pointer }) => pointer));
  for (const fault of found) if (!known.has(fault.pointer)) faults.push(fault);
}

/** A name as one reference token of a JSON Pointer (RFC 6901 §3). */
export function token(name: string): string {
  return truncated(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

// A name in a request may be as long as the body, and is repeated in every fault of it.
function truncated(text: string): string {
  return (text.length > 500 ? `${text.slice(0, 500)}…` : text).toWellFormed();
}
