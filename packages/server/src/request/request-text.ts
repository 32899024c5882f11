import { ProblemError } from '../reply/problem-error.ts';
import { type FaultItem, token } from '../schema/faults.ts';
import type { JsonSchema } from '../schema/operation-table.ts';
import type { SchemaObject } from '../schema/references.ts';

/** How deep lists and objects of a request body may be nested. */
export const depthLimit = 32;

/** Says of a text that holds NUL or half a surrogate pair what to do about it. */
export const notTextDetail =
  'This holds a NUL character or half of a surrogate pair, which is not text. Remove it.';

/** Whether a string holds only characters that may be stored and sent on. */
export function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

/**
 * Reads a JSON body. Of a name that stands twice in one object the last value counts; it is the one
 * that is validated and that the handler sees.
 *
 * @param faults - where what is not text in it is added.
 * @throws {ProblemError} `malformed_json` where it is not JSON or nested too deeply.
 */
export function parseJson(text: string, faults: FaultItem[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ProblemError('malformed_json', { detail: malformed(error), cause: error });
  }
  if (mayHoldNonText(text)) addTextFaults(value, faults);
  return value;
}

/**
 * Whether a valid JSON text may hold what is not text. NUL and lone surrogates can only come of
 * escapes there, and most bodies have none, so that they need not be walked.
 */
export function mayHoldNonText(text: string): boolean {
  return text.includes('\\u');
}

// Without the words of the parser, which quote the body.
function malformed(error: unknown): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  const where = position === undefined ? '' : ` It goes wrong at character ${position}.`;
  return `The body could not be read as JSON.${where} Send one complete JSON text in UTF-8.`;
}

/** The refusal of a body that is nested too deeply. */
export function tooDeep(): ProblemError {
  return new ProblemError('malformed_json', {
    detail: `The body is nested more than ${depthLimit} levels deep. Send a flatter one.`,
  });
}

/** Whether a value is nested deeper than the limit. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === depthLimit) return true;
  for (const name in value) {
    if (isTooDeep(value[name as keyof typeof value], depth + 1)) return true;
  }
  return false;
}

/**
 * Adds a fault for every string of a body that is not text, and for every name `__proto__`, which
 * would change the object it is copied into.
 */
export function addTextFaults(body: unknown, faults: FaultItem[]): void {
  const visit = (value: unknown, pointer: string, depth: number): void => {
    if (typeof value === 'string') {
      if (!isText(value)) faults.push({ pointer, code: 'pattern', detail: notTextDetail });
    } else if (typeof value === 'object' && value !== null) {
      if (depth === depthLimit) throw tooDeep();
      for (const [name, child] of Object.entries(value)) {
        const inner = `${pointer}/${token(name)}`;
        if (!isText(name)) {
          faults.push({ pointer: inner, code: 'propertyNames', detail: notTextDetail });
        } else if (name === '__proto__') {
          const detail = '`__proto__` cannot be a name here. Remove it.';
          faults.push({ pointer: inner, code: 'propertyNames', detail });
        }
        visit(child, inner, depth + 1);
      }
    }
  };
  visit(body, '', 0);
}

/**
 * How deep a value can be that fits a schema; `Infinity` where the schema leaves a place open. A
 * value that fits a schema of bounded depth need not be measured.
 */
export function deepestFit(schema: JsonSchema): number {
  if (schema === false) return 0;
  if (schema === true) return Number.POSITIVE_INFINITY;
  if ('enum' in schema || 'const' in schema) return 0;
  if (schema.type === undefined) return Number.POSITIVE_INFINITY;
  const types = [schema.type].flat();
  return Math.max(
    types.includes('object') ? 1 + deepestOf(childrenOfObject(schema)) : 0,
    types.includes('array') ? 1 + deepestOf([schema.items ?? true]) : 0,
  );
}

function childrenOfObject(schema: SchemaObject): unknown[] {
  const properties = Object.values((schema.properties ?? {}) as object);
  return [...properties, schema.additionalProperties ?? true];
}

function deepestOf(schemas: readonly unknown[]): number {
  return Math.max(0, ...schemas.map((schema) => deepestFit(schema as JsonSchema)));
}
