import { componentName, type DocumentReader, type Schema } from '@partner-rating/spec/document';
import { mapValues } from '../model/index.ts';

/**
 * The schemas with a description beside each reference of a field, where it has none of its own: an editor
 * shows what stands at the field, and not what stands at its type.
 */
export function describedFields({ schemas, resolve }: DocumentReader): Record<string, Schema> {
  const described = (schema: Schema): Schema => {
    const { properties, items } = schema;
    return {
      ...schema,
      ...(properties && { properties: mapValues(properties, field) }),
      ...(items && { items: described(items) }),
    };
  };
  const field = (schema: Schema): Schema => {
    if (componentName(schema) === undefined) return described(schema);
    const { description } = resolve(schema);
    return { description, ...schema } as Schema;
  };
  return mapValues(schemas, described);
}
