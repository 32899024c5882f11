import type { Location, Referenced } from '@redocly/openapi-core';
import { type Placed, resolved } from './resolved.ts';
import type { Context, MediaType, Rule, Schema } from './rule.ts';

/** Returns a schema and all schemas that can apply to its values, with references resolved, each once. */
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

/** Checks each schema of a response or an event once. */
export function answerSchemas(
  check: (schema: Placed<Schema>, context: Context) => void,
): ReturnType<Rule> {
  const seen = new Set<string>();
  function visit({ schema }: MediaType, context: Context): void {
    if (schema === undefined) return;
    const start = context.location.child('schema');
    for (const placed of reachableSchemas(context, schema, start, seen)) check(placed, context);
  }
  return { Response: { MediaType: visit }, WebhooksMap: { RequestBody: { MediaType: visit } } };
}

/** Checks each schema of a parameter or a request body once, with the name of the parameter to which it belongs. */
export function requestSchemas(
  check: (schema: Placed<Schema>, context: Context, parameter?: string) => void,
): ReturnType<Rule> {
  const seen = new Set<string>();
  return {
    Paths: {
      Parameter({ name, schema }, context) {
        if (schema === undefined) return;
        const start = context.location.child('schema');
        for (const placed of reachableSchemas(context, schema, start, seen)) {
          check(placed, context, placed.location === start ? name : undefined);
        }
      },
      Operation({ requestBody }, context) {
        if (requestBody === undefined) return;
        const body = resolved(context, requestBody, context.location.child('requestBody'));
        for (const [type, { schema }] of Object.entries(body?.node.content ?? {})) {
          if (schema === undefined || body === null) continue;
          const start = body.location.child(['content', type, 'schema']);
          for (const placed of reachableSchemas(context, schema, start, seen)) {
            check(placed, context);
          }
        }
      },
    },
  };
}
