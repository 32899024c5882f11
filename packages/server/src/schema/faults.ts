import type { ErrorObject } from 'ajv';
import { describe } from './fault-descriptions.ts';

/** One fault of a request, as listed under `errors` of a problem. */
export interface FaultItem {
  /**
   * Where the fault is, as a JSON pointer (RFC 6901). A fault of the body is found from the body's
   * root (`/matches/3/games/0/scores`, the empty string for the body itself); one of a parameter
   * stands under `/query/<name>`, `/path/<name>` or `/headers/<lower-case name>`.
   */
  pointer: string;
  /** The JSON Schema keyword that failed (`required`, `pattern`, …), or a code of the operation's own. */
  code: string;
  /** What is wrong and what to send instead. */
  detail: string;
}

/** How many faults one answer lists at most, so that a small request cannot ask for a large answer. */
export const faultLimit = 100;

/**
 * What the validator found, as faults: pointers with `prefix` before them, a missing or unknown field
 * pointed at itself and not at the object it is missing from.
 */
export function faultsOf(errors: readonly ErrorObject[], prefix = ''): FaultItem[] {
  const faults: FaultItem[] = [];
  for (const error of errors) {
    // The keyword `propertyNames` reports the name; what failed within it would say it again.
    if (error.propertyName !== undefined || error.keyword === 'if') continue;
    if (faults.length > faultLimit) break;
    const name = memberName(error);
    faults.push({
      pointer: `${prefix}${shortened(error.instancePath)}${name === null ? '' : `/${token(name)}`}`,
      code: error.keyword === 'false schema' ? 'not' : error.keyword,
      detail: describe(error),
    });
  }
  return faults;
}

function memberName({ keyword, params }: ErrorObject): string | null {
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
 * Adds the findings of the validator to `faults`, but for those of a value that already has one: what
 * could not be read at all is not missing besides.
 */
export function addFaults(found: readonly FaultItem[], faults: FaultItem[]): void {
  const before = new Set(faults.map(({ pointer }) => pointer));
  for (const fault of found) if (!before.has(fault.pointer)) faults.push(fault);
}

/** A name as one token of a JSON pointer (RFC 6901 §3). */
export function token(name: string): string {
  return shortened(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

// A name that a caller made up may be as long as the body, and comes back once in every fault.
function shortened(text: string): string {
  return (text.length > 500 ? `${text.slice(0, 500)}…` : text).toWellFormed();
}
