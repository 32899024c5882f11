import { schemas } from '../generated/schemas.gen.ts';
import { compile } from '../schema/compiler.ts';
import { addFaults, type FaultItem, faultsOf } from '../schema/faults.ts';
import type { JsonSchema } from '../schema/operation-table.ts';
import { withoutReferences } from '../schema/references.ts';
import { addTextFaults, deepestFit, depthLimit, isTooDeep, tooDeep } from './request-text.ts';

/**
 * Makes what holds a parsed body against its schema and adds every fault it finds to `faults`.
 *
 * @throws {ProblemError} from what it makes: `malformed_json` for a body nested too deeply.
 */
export function bodyCheck(schema: JsonSchema): (value: unknown, faults: FaultItem[]) => void {
  const whole = withoutReferences(schema, schemas);
  const validate = compile(forParsedBodies(whole) as JsonSchema);
  const isOpen = deepestFit(whole) > depthLimit;
  return (value, faults) => {
    if (isOpen) addTextFaults(value, faults);
    const found = validate(value);
    if (found === null) return;
    if (isTooDeep(value)) throw tooDeep();
    addFaults(faultsOf(found), faults);
  };
}

const anyText = '^[^\\u0000\\uD800-\\uDFFF]+$';

/**
 * A schema as it is worth checking once a body was parsed. Every string was found to be text then, so
 * of the pattern for text nothing is left but that the string is not empty; and where an object may
 * have any name, `__proto__` is none of them.
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
