import { schemas } from '../generated/schemas.gen.ts';
import { compileRequest } from '../schema/compiler.ts';
import { dereference } from '../schema/dereference.ts';
import { addErrors, type ErrorItem, errorsOf } from '../schema/errors.ts';
import type { JsonSchema } from '../schema/operation-table.ts';
import { isTooDeep, maxDepth, maxDepthOf, tooDeep } from './depth.ts';
import { addTextErrors } from './text.ts';

/**
 * Creates a function that validates a parsed body against its schema, and adds every error to `errors`.
 *
 * @throws {ProblemError} from that function: `malformed_json` for a body that is nested too deeply.
 */
export function bodyCheck(schema: JsonSchema): (value: unknown, errors: ErrorItem[]) => void {
  const dereferenced = dereference(schema, schemas);
  const validate = compileRequest(forParsedBodies(dereferenced) as JsonSchema);
  const isUnbounded = maxDepthOf(dereferenced) > maxDepth;
  return (value, errors) => {
    if (isUnbounded) addTextErrors(value, errors);
    const found = validate(value);
    if (found === null) return;
    if (isTooDeep(value)) throw tooDeep();
    addErrors(errorsOf(found), errors);
  };
}

const anyText = '^[^\\u0000\\uD800-\\uDFFF]+$';

/**
 * Returns the schema for a parsed body. Every string of the body has already been checked for valid text, so
 * the pattern for text is reduced to `minLength: 1`. An object that may have any name must not have
 * `__proto__`.
 */
function forParsedBodies(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forParsedBodies);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Record<string, unknown> = {};
  for (const [keyword, child] of Object.entries(schema)) copy[keyword] = forParsedBodies(child);
  if (copy.pattern === anyText) {
    copy.minLength = Math.max(1, Number(copy.minLength ?? 1));
    delete copy.pattern;
  }
  if (copy.type === 'object' && copy.additionalProperties !== false) {
    copy.propertyNames = { allOf: [copy.propertyNames ?? true, { not: { const: '__proto__' } }] };
  }
  return copy;
}
