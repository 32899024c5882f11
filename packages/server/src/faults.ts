import type { ErrorObject } from 'ajv';
import { describe } from './fault-descriptions.ts';
import { type FaultItem, ProblemError } from './problem-error.ts';
import { notText, type undecodable } from './url-encoded.ts';

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

/** Says of a text that holds NUL or half a surrogate pair what to do about it. */
export const notTextDetail =
  'This holds a NUL character or half of a surrogate pair, which is not text. Remove it.';

/** The fault of an encoded value that cannot be read. */
export function unreadable(
  reason: typeof notText | typeof undecodable,
  pointer: string,
): FaultItem {
  if (reason === notText) return { pointer, code: 'pattern', detail: notTextDetail };
  const detail = 'This is not percent-encoded UTF-8. Encode it, for example é as %C3%A9.';
  return { pointer, code: 'format', detail };
}

/** The refusal of a request for its faults. */
export function validationFailed(faults: readonly FaultItem[]): ProblemError {
  const many = faults.length > faultLimit;
  const count = many ? `more than ${faultLimit} places` : places(faults.length);
  const detail = many
    ? `The request does not fit the contract in ${count}; the first ${faultLimit} are in errors.`
    : `The request does not fit the contract in ${count}; see errors.`;
  return new ProblemError('validation_failed', { detail, errors: faults.slice(0, faultLimit) });
}

function places(count: number): string {
  return count === 1 ? '1 place' : `${count} places`;
}
