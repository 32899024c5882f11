import { contract } from '@partner-rating/spec/contract';
import type { Operation, Schema } from '@partner-rating/spec/document';
import type { ValidRequest } from '../requests.ts';
import { isValid } from '../validation.ts';

/**
 * For each media type of an operation, returns a request that is valid by its schemas and has every
 * property, so that a test can make each of them invalid. The values need not fit together, because
 * the schema is checked first.
 */
export function fullRequests({ parameters, body }: Operation): ValidRequest[] {
  const required = parameters
    .filter((parameter) => parameter.required)
    .map((parameter): ValidRequest['parameters'][number] => [
      parameter,
      contract.firstExample(parameter.schema),
    ]);
  const bodies = Object.entries(body?.content ?? {}).map(([contentType, { schema, examples }]) => {
    const full = fullValue(schema, examples[0]?.value);
    if (!isValid(schema, full)) throw new Error(`Not valid: ${JSON.stringify(full)}`);
    return { contentType: contentType as string | null, body: full };
  });
  const none = { contentType: null, body: undefined };
  return (bodies.length > 0 ? bodies : [none]).map((sent) => ({ parameters: required, ...sent }));
}

/** Returns a value with all properties: from the example, and for missing ones from the schemas. */
function fullValue(reference: Schema, example: unknown): unknown {
  const schema = contract.resolve(reference);
  const { properties, items, anyOf, minItems = 0 } = schema;
  if (properties !== undefined) {
    const given = (example ?? schema.examples?.[0] ?? {}) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        fullValue(property, given[name]),
      ]),
    );
  }
  if (items !== undefined) {
    const given = (example ?? schema.examples?.[0] ?? []) as unknown[];
    const length = Math.max(minItems, 1);
    return Array.from({ length }, (_, index) => fullValue(items, given[index] ?? given[0]));
  }
  if (example !== undefined) return example;
  if (schema.const !== undefined) return schema.const;
  return (
    schema.examples?.[0] ?? schema.enum?.[0] ?? (anyOf && fullValue(anyOf[0] ?? {}, undefined))
  );
}
