import type { Location, Referenced } from '@redocly/openapi-core';
import { type Placed, resolved } from './resolved.ts';
import type { Context, Schema } from './rule.ts';

/** A schema and every schema a value of it can be checked by, references followed, each once. */
export function* reachableSchemas(
  context: Pick<Context, 'resolve'>,
  schema: Referenced<Schema>,
  location: Location,
  seen = new Set<string>(),
): Generator<Placed<Schema>> {
  const placed = resolved<Schema>(context, schema, location);
  if (placed === null || seen.has(placed.location.absolutePointer)) return;
  seen.add(placed.location.absolutePointer);
  yield placed;
  for (const [path, part] of parts(placed.node)) {
    yield* reachableSchemas(context, part, placed.location.child(path), seen);
  }
}

function* parts(schema: Schema): Generator<[(string | number)[], Schema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield [['properties', name], property];
  }
  for (const keyword of ['items', 'additionalProperties', 'propertyNames', 'not'] as const) {
    const part = schema[keyword];
    if (typeof part === 'object') yield [[keyword], part];
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [index, part] of (schema[keyword] ?? []).entries()) yield [[keyword, index], part];
  }
}
