import { schemas } from '../generated/schemas.gen.ts';
import { compileRequest } from '../schema/compiler.ts';
import { dereference } from '../schema/dereference.ts';
import { addFaults, type FaultItem, faultsOf } from '../schema/faults.ts';
import type { JsonSchema } from '../schema/operation-table.ts';
import { isTooDeep, maxDepth, maxDepthOf, tooDeep } from './depth.ts';
import { addTextFaults } from './text.ts';

/**
 * Creates a function that validates a parsed body against its schema and adds every fault to `faults`.
 *
 * @throws {ProblemError} from that function: `malformed_json` for a body nested too deeply.
 */
export function bodyCheck(schema: JsonSchema): (value: unknown, faults: FaultItem[]) => void {
  const dereferenced = dereference(schema, schemas);
  const validate = compileRequest(forParsedBodies(dereferenced) as JsonSchema);
  const isUnbounded = maxDepthOf(dereferenced) > maxDepth;
  return (value, faults) => {
    if (isUnbounded) addTextFaults(value, faults);
    const found = validate(value);
    if (found === null) return;
    if (isTooDeep(value)) throw tooDeep();
    addFaults(faultsOf(found), faults);
  };
}

const anyText = '^[^\\u0000\\uD800-\\uDFFF]+$';

/**
 * The schema to check a parsed body with. Every string has been checked for text by then, so that
 * the pattern for text is reduced to `minLength: 1`; and an object that may have any name may not have
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
