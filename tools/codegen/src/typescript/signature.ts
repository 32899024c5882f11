import { componentName, type Schema } from '@partner-rating/spec/document';
import type { ModelOperation } from '../model/index.ts';

/** A parameter of a method of the client, before its options. */
export interface MethodParameter {
  name: string;
  type: string;
  isOptional: boolean;
}

/** The parameters of a method, whose types are found in `Types` and `Queries`. */
export function parametersOf(operation: ModelOperation): MethodParameter[] {
  const { positional, namedQuery, needsQuery, body, json, typeName } = operation;
  const unnamed = positional.map(({ name, schema, required }) => {
    return { name, type: typeOf(schema), isOptional: required !== true };
  });
  const query = { name: 'query', type: `Queries.${typeName}Query`, isOptional: !needsQuery };
  return [
    ...unnamed,
    ...(namedQuery.length > 0 ? [query] : []),
    ...(body ? [{ name: 'body', type: typeOf(json?.schema), isOptional: !body.required }] : []),
  ];
}

/** The type of the options of a method. */
export function optionsOf({ isConditional, isIdempotent }: ModelOperation): string {
  if (isConditional) return 'ConditionalRequestOptions';
  return isIdempotent ? 'IdempotentRequestOptions' : 'RequestOptions';
}

/** What the method returns. */
export function resultOf({ answer, item }: ModelOperation): string {
  return item === undefined
    ? `ResponsePromise<${typeOf(answer)}>`
    : `PagePromise<${typeOf(answer)}, ${typeOf(item)}>`;
}

/** The name of the type of a schema; a list has the name of its items. */
export function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return 'void';
  // Of several dialects the first is that of JSON.
  const [dialect] = schema.anyOf ?? [schema];
  const name = componentName(dialect ?? schema);
  if (name !== undefined) return `Types.${name}`;
  if (schema.items !== undefined) return `${typeOf(schema.items)}[]`;
  if (schema.type === 'string') return 'string';
  throw new Error('What is sent has no schema of its own. Put it in components/schemas.');
}
