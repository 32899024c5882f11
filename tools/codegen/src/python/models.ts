import { componentName, type DocumentReader, type Schema } from '@partner-rating/spec/document';
import { docstring } from './literal.ts';
import { isIdentifier, withPythonNames } from './names.ts';

/** Schemas and fields for which the client also takes native values, because it writes them as text. */
const nativeTypes: { readonly [name: string]: string } = {
  MatchDate: 'str | date | datetime',
  'AuthorizationRequest.scope': 'str | Sequence[str]',
  'Tournament.startDate': 'str | date',
  'Tournament.endDate': 'str | date',
  'WebhookReplayInput.since': 'str | datetime',
  'WebhookReplayInput.until': 'str | datetime',
};

/** Returns `models.py`: each schema of the document. Objects are TypedDicts, other schemas are aliases. */
export function models(contract: DocumentReader): string {
  const schemas = Object.entries(contract.schemas);
  const objects = schemas.filter(([, schema]) => schema.properties !== undefined);
  const aliases = schemas.filter(([, schema]) => schema.properties === undefined);
  const code = [
    ...objects.flatMap(([name, schema]) => ['', '', ...typedDict(contract, name, schema)]),
    ...aliases.flatMap(([name, schema]) => {
      return ['', '', ...alias(name, nativeTypes[name] ?? typeOf(schema), schema)];
    }),
  ];
  const hasAny = code.some((line) => line.includes('dict[str, Any]'));
  return [
    '"""The types of requests and responses, with the names of the document."""',
    '',
    'from __future__ import annotations',
    '',
    'from collections.abc import Sequence',
    'from datetime import date, datetime',
    `from typing import ${hasAny ? 'Any, ' : ''}Literal, NotRequired, TypeAlias, TypedDict`,
    '',
    '__all__ = [',
    ...schemas.map(([name]) => `    ${JSON.stringify(name)},`),
    ']',
    ...code,
    '',
  ].join('\n');
}

function typedDict(contract: DocumentReader, name: string, schema: Schema): string[] {
  const properties = Object.entries(schema.properties ?? {});
  const fields = properties.flatMap(([property, value]) => {
    if (!isIdentifier(property))
      throw new Error(`${name}.${property} is not a valid name in Python.`);
    const type = nativeTypes[`${name}.${property}`] ?? typeOf(value);
    const isRequired = schema.required?.includes(property) ?? false;
    const text = value.description ?? contract.resolve<Schema>(value).description;
    return [
      `    ${property}: ${isRequired ? type : `NotRequired[${type}]`}`,
      ...(text ? docstring(withPythonNames(text), '    ') : []),
    ];
  });
  return [
    `class ${name}(TypedDict):`,
    ...docstring(withPythonNames(schema.description ?? name), '    '),
    '',
    ...fields,
  ];
}

/** Quotes the type, because its definition may follow later in the file. */
function alias(name: string, type: string, { description }: Schema): string[] {
  return [
    `${name}: TypeAlias = ${JSON.stringify(type).replaceAll('\\"', "'")}`,
    ...(description ? docstring(withPythonNames(description), '') : []),
  ];
}

/** Returns the type of a value as a Python expression; components have the `prefix`. */
export function typeOf(schema: Schema | undefined, prefix = ''): string {
  if (schema === undefined) return 'None';
  if (schema.anyOf?.some(({ type }) => type === 'null')) {
    return schema.anyOf.map((one) => typeOf(one, prefix)).join(' | ');
  }
  // For a body of several media types, `anyOf` has a schema for each, and JSON comes first.
  const [variant] = schema.anyOf ?? [schema];
  const name = componentName(variant ?? schema);
  if (name !== undefined) return `${prefix}${name}`;
  return inlineType(schema, prefix);
}

function inlineType(schema: Schema, prefix: string): string {
  const { const: only, enum: values, items, additionalProperties } = schema;
  if (only !== undefined) return `Literal[${JSON.stringify(only)}]`;
  const { oneOf } = schema as { oneOf?: Schema[] };
  if (oneOf) return oneOf.map((one) => typeOf(one, prefix)).join(' | ');
  const types = [schema.type ?? []].flat();
  const known = values ?? (schema['x-extensible-enum'] as unknown[] | undefined);
  const nullable = types.includes('null') ? ' | None' : '';
  if (known) {
    const literals = known.filter((value) => value !== null).map((value) => JSON.stringify(value));
    // An open set may gain values.
    return `Literal[${literals.join(', ')}]${values ? '' : ' | str'}${nullable}`;
  }
  const [type] = types.filter((one) => one !== 'null');
  switch (type) {
    case undefined:
      if (types.includes('null')) return 'None';
      break;
    case 'string':
      return `str${nullable}`;
    case 'integer':
      return `int${nullable}`;
    case 'number':
      return `float${nullable}`;
    case 'boolean':
      return `bool${nullable}`;
    case 'array':
      return `list[${typeOf(items, prefix)}]${nullable}`;
    case 'object':
      return typeof additionalProperties === 'object'
        ? `dict[str, ${typeOf(additionalProperties, prefix)}]${nullable}`
        : `dict[str, Any]${nullable}`;
  }
  throw new Error(`There is no Python type for ${JSON.stringify(schema)}.`);
}
