import { schemas } from '../generated/schemas.gen.ts';
import { type DeclaredFields, declaredFields } from '../schema/declared-fields.ts';
import { dereference } from '../schema/dereference.ts';
import type { JsonSchema } from '../schema/operation-table.ts';
import { RenderedJson } from './rendered-json.ts';

/**
 * Creates a function that writes a body as JSON, without the fields that its schema does not declare,
 * because a database row can have more fields than the answer. A {@link RenderedJson} is written unchanged.
 *
 * @param schema - `undefined` to write every field.
 */
export function jsonWriter(schema: JsonSchema | undefined): (body: unknown) => string {
  if (schema === undefined) return everyField;
  // Created for the first answer, because an application has many operations, and a test calls few of them.
  let declared: DeclaredFields | undefined;
  return (body) => {
    if (body instanceof RenderedJson) return body.text;
    declared ??= declaredFields(dereference(schema, schemas));
    return JSON.stringify(declared.includesAll(body) ? body : declared.pick(body));
  };
}

function everyField(body: unknown): string {
  return body instanceof RenderedJson ? body.text : JSON.stringify(body);
}
