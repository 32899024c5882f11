import { type DocumentReader, readDocument } from './document.ts';
import type { OperationObject, PathItem, Schema } from './openapi.ts';

/**
 * Removes the parts marked `x-compatibility` from a document: names that clients of other services send. Our clients use
 * their own name for each. If a request needs one of the two names, our own name becomes required.
 */
export function ownNames({ document, schemas, resolve }: DocumentReader): DocumentReader {
  const isOwn = (value: object) =>
    !('x-compatibility' in value) && !('x-compatibility' in resolve(value));

  function ownFields(schema: Schema): Schema {
    const { properties = {}, anyOf = [], ...others } = schema;
    const own = Object.entries(properties).filter(([, property]) => isOwn(property));
    if (own.length === Object.keys(properties).length) return schema;
    const names = own.map(([name]) => name);
    const oneOfTwo = anyOf.flatMap(({ required = [] }) => required);
    const required = [...(others.required ?? []), ...oneOfTwo].filter((one) => names.includes(one));
    return { ...others, required, properties: Object.fromEntries(own) };
  }

  return readDocument({
    ...document,
    paths: mapValues(document.paths, (item: PathItem) =>
      mapValues(item, (operation: OperationObject) =>
        'parameters' in operation
          ? { ...operation, parameters: operation.parameters?.filter(isOwn) }
          : operation,
      ),
    ),
    components: { ...document.components, schemas: mapValues(schemas, ownFields) },
  });
}

function mapValues<From, To>(record: object, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
