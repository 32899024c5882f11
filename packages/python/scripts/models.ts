import type { DocumentReader, Schema } from '@partner-rating/spec/document';
import { docstring } from './literal.ts';
import { isIdentifier, withPythonNames } from './names.ts';
import { typeOf } from './types.ts';

/** What the client writes as text by itself. */
const nativeTypes: { readonly [schema: string]: string } = { MatchDate: 'str | date | datetime' };

/** `models.py`: each schema of the document, objects as TypedDict and all else as an alias. */
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
    '"""The types of what is sent and answered, as the document names them."""',
    '',
    'from __future__ import annotations',
    '',
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
    if (!isIdentifier(property)) throw new Error(`${name}.${property} is no name of Python.`);
    const type = typeOf(value);
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

/** Quoted, since what it names may stand further down. */
function alias(name: string, type: string, { description }: Schema): string[] {
  return [
    `${name}: TypeAlias = ${JSON.stringify(type).replaceAll('\\"', "'")}`,
    ...(description ? docstring(withPythonNames(description), '') : []),
  ];
}
