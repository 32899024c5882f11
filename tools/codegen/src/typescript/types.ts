import { $, type Plugins } from '@hey-api/openapi-ts';
import type { DocumentReader, JsonObject, OperationObject } from '@partner-rating/spec/document';
import { mapValues } from '../model/index.ts';
import { fixedTypeNames, isScoped } from './fixed-types.ts';

type Resolvers = Plugins.HeyApiTypeScript.Resolvers;
type Given<Kind extends keyof Resolvers> = Parameters<NonNullable<Resolvers[Kind]>>[0];
type Result<Kind extends keyof Resolvers> = ReturnType<NonNullable<Resolvers[Kind]>>;
type Properties = NonNullable<Given<'object'>['schema']['properties']>;

/** The types of the client that differ from those of hey-api. */
export function resolversOf(contract: DocumentReader): Resolvers {
  return { string, object: (context) => object(contract, context), union };
}

// The identifiers of the service: a prefix for the kind, and a ULID.
const identifier = /^\^([a-z]+_)\[0-7\]\[0-9a-hjkmnp-tv-z\]\{25\}\$$/;

function string({ schema, path }: Given<'string'>): Result<'string'> {
  const known = (schema as JsonObject)['x-extensible-enum'];
  if (Array.isArray(known)) {
    // Editors still suggest the known values of an open set.
    const anyOther = $.type.and($.type('string'), $.type.object());
    return $.type.or(...known.map((value) => $.type.literal(value)), anyOther);
  }
  // An identifier of another kind must not compile.
  const [, prefix] = identifier.exec(schema.pattern ?? '') ?? [];
  if (prefix !== undefined) return $.type.template(prefix).add($.type('string'));
  // JSON writes a `Date` in the format of the service.
  if (path['~ref'].at(-1) === 'MatchDate') return $.type.or($.type('string'), $.type('Date'));
  return undefined;
}

function object({ resolve }: DocumentReader, context: Given<'object'>): Result<'object'> {
  const { schema } = context;
  const path = context.path['~ref'];
  const properties = path.at(-1) === 'data' ? inputOf(schema.properties) : schema.properties;
  const described = mapValues(properties ?? {}, (property) => {
    // Editors show the text of the field instead of the text of its type.
    const { description } = resolve<object & { description?: string }>(property);
    return description ? { description, ...property } : property;
  });
  const type = context.nodes.base({ ...context, schema: { ...schema, properties: described } });
  return path.at(-2) === 'schemas' && isScoped(Object.keys(described))
    ? $.type.and(type, $.type('ScopedLocation'))
    : type;
}

/** Returns the input of an operation, without its address, and with a text for each part. */
function inputOf({ url: _, ...parts }: Properties = {}): Properties {
  for (const name of ['path', 'query']) {
    const part = parts[name];
    if (part?.type === 'object') {
      parts[name] = { description: `The parameters of the ${name}, by name.`, ...part };
    }
  }
  return parts;
}

function union({ parentSchema, childResults }: Given<'union'>): Result<'union'> {
  const types = childResults.map(({ type }) => type);
  const isOpen = (parentSchema as JsonObject)['x-extensible-union'] === true;
  return $.type.or(...types, ...(isOpen ? [$.type('UnknownWebhookEvent')] : []));
}

/** Returns `models.gen.ts`: only the schemas, which are the types that users name. */
export function modelNames({ schemas }: DocumentReader): string {
  const names = [...Object.keys(schemas), ...fixedTypeNames].map((name) => `  ${name},\n`);
  return `export type {\n${names.join('')}} from './types.gen.ts';\n`;
}

/**
 * Returns the document for the types. Errors reach the caller as exceptions, so their types would be dead
 * weight. Parameters are inlined, so that a parameter never has the name of a schema.
 */
export function withoutErrors({ document, resolve }: DocumentReader): JsonObject {
  const lean = (operation: OperationObject) => ({
    ...operation,
    // Header fields are options of the client.
    parameters: (operation.parameters ?? [])
      .map((parameter) => resolve(parameter))
      .filter((parameter) => parameter.in !== 'header'),
    responses: Object.fromEntries(
      Object.entries(operation.responses).filter(([status]) => status < '400'),
    ),
  });
  return {
    openapi: document.openapi,
    info: document.info,
    paths: mapValues(document.paths, (item) =>
      mapValues(item as Record<string, OperationObject>, lean),
    ),
    components: { ...document.components, parameters: {} },
  };
}
