import type { DocumentReader, Parameter } from '@partner-rating/spec/document';
import type { Files, Model, ModelOperation, Resource } from '../model/index.ts';
import { callExample } from './call-example.ts';
import { docstring } from './literal.ts';
import { typeOf } from './models.ts';
import { snakeCase, withPythonNames } from './names.ts';

/** Returns `<resource>.py` by file name: the methods of each resource. */
export function resources({ contract, resources: all }: Model): Files {
  return Object.fromEntries(all.map((one) => [`${one.name}.py`, resource(contract, one)]));
}

function resource(
  contract: DocumentReader,
  { name, className, about, operations }: Resource,
): string {
  const methods = operations.flatMap((operation) => ['', ...method(contract, operation)]);
  return [
    `"""The methods of \`${name}\`."""`,
    '',
    'from __future__ import annotations',
    '',
    ...imports(methods.join('\n')),
    '',
    ...operations.flatMap((operation) => [...constant(operation)]),
    '',
    '',
    `class ${className}(Resource):`,
    ...docstring(about, '    '),
    ...methods,
    '',
  ].join('\n');
}

function imports(code: string): string[] {
  const used = (names: string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const options = used(['ConditionalOptions', 'IdempotentOptions', 'RequestOptions']);
  const times = ['date', 'datetime'].filter((name) => code.includes(`str | ${name} |`));
  const typing = used(['Literal', 'Unpack']);
  return [
    // A resource may have a method named `list`.
    ...(/\bList\[/.test(code) ? ['from builtins import list as List'] : []),
    ...(code.includes('Sequence[') ? ['from collections.abc import Sequence'] : []),
    ...(times.length > 0 ? [`from datetime import ${times.join(', ')}`] : []),
    `from typing import ${typing.join(', ')}`,
    '',
    'from .._core.operation import Operation',
    `from .._core.options import ${options.join(', ')}`,
    ...(code.includes('PagedList[') ? ['from .._core.paging import PagedList'] : []),
    'from .._core.resource import Resource',
    ...(code.includes('models.') ? ['from . import models'] : []),
  ];
}

function constantName({ name }: ModelOperation): string {
  return `_${snakeCase(name).replace(/_$/, '').toUpperCase()}`;
}

/** Returns the operation in the form of `_core/operation.py`. */
function constant(operation: ModelOperation): string[] {
  const { id, method, path, maxBytes, isIdempotent, isRepeatable, pagination } = operation;
  const given = [
    ...[id, method, path].map((text) => JSON.stringify(text)),
    ...(isIdempotent ? ['takes_key=True'] : []),
    ...(operation.isConditional ? ['takes_version=True'] : []),
    ...(isRepeatable ? ['is_repeatable=True'] : []),
    ...(maxBytes === undefined ? [] : [`max_bytes=${maxBytes}`]),
    ...(operation.errorFormat === 'oauth' ? ['has_oauth_errors=True'] : []),
    ...(pagination ? [`items=${JSON.stringify(pagination.items)}`] : []),
  ];
  return [`${constantName(operation)} = Operation(${given.join(', ')})`];
}

function method(contract: DocumentReader, operation: ModelOperation): string[] {
  const { positional, namedQuery, body, json, pagination } = operation;
  const bodyType = typeOf(json?.schema, 'models.');
  const parameters = [
    'self',
    ...positional.map((one) => parameterOf(contract, one)),
    ...(body ? [`body: ${bodyType}${body.required ? '' : ' | None = None'}`] : []),
    ...(namedQuery.length > 0 ? ['*', ...namedQuery.map((one) => parameterOf(contract, one))] : []),
    ...(pagination ? ['max_items: int | None = None'] : []),
    `**options: Unpack[${optionsOf(operation)}]`,
  ];
  return [
    `    def ${snakeCase(operation.name)}(`,
    ...parameters.map((one) => `        ${one},`),
    `    ) -> ${resultOf(operation)}:`,
    ...docstring(
      `${methodDoc(operation)}\n\nExample:\n${indented(callExample(contract, operation))}`,
      '        ',
    ),
    ...work(operation),
  ];
}

function optionsOf({ isConditional, isIdempotent }: ModelOperation): string {
  if (isConditional) return 'ConditionalOptions';
  return isIdempotent ? 'IdempotentOptions' : 'RequestOptions';
}

/** Formats for which the client also takes native values, because it writes them as text. */
const nativeTypes: { readonly [format: string]: string } = {
  date: 'str | date',
  'date-time': 'str | datetime',
};

function parameterOf(contract: DocumentReader, { name, schema, required }: Parameter): string {
  const resolved = contract.resolve(schema);
  const native = nativeTypes[resolved.format ?? ''];
  const one = native ?? typeOf(resolved.type === 'array' ? resolved.items : schema, 'models.');
  const type = resolved.type === 'array' ? `Sequence[${one}] | ${one}` : one;
  return `${snakeCase(name)}: ${type}${required ? '' : ' | None = None'}`;
}

function work(operation: ModelOperation): string[] {
  const { pathParameters: inPath, queryParameters: inQuery } = operation;
  const name = constantName(operation);
  const dictionary = (parameters: Parameter[]) =>
    `{${parameters.map((one) => `${JSON.stringify(one.name)}: ${snakeCase(one.name)}`).join(', ')}}`;
  if (operation.pagination) {
    return [`        return self._list(${name}, options, ${dictionary(inQuery)}, max_items)`];
  }
  const given = [
    name,
    'options',
    ...(inPath.length > 0 ? [`path=${dictionary(inPath)}`] : []),
    ...(inQuery.length > 0 ? [`query=${dictionary(inQuery)}`] : []),
    ...(operation.body ? ['body=body'] : []),
  ];
  return [`        return self._call(${given.join(', ')})`];
}

function resultOf({ answer, item, pagination }: ModelOperation): string {
  const type = typeOf(answer, 'models.').replace(/^list\[/, 'List[');
  return pagination ? `PagedList[${type}, ${typeOf(item, 'models.')}]` : type;
}

/** Returns the docstring of a method: what the operation does and needs, and the errors with their own texts. */
function methodDoc({ text: says, deprecated, queryParameters }: ModelOperation): string {
  const { purpose, needs, errors } = says;
  const raises = errors.map(({ name, text }) => {
    const [first = '', ...more] = text.split('\n').map((line) => line.trim());
    return [`    ${name}: ${first}`, ...more.map((line) => `        ${line}`)].join('\n');
  });
  const parts = [
    purpose,
    ...(needs ? [needs] : []),
    ...(deprecated ? ['Deprecated.'] : []),
    ...(raises.length > 0 ? [`Raises:\n${raises.join('\n')}`] : []),
  ];
  return queryParameters.reduce(
    (text, { name }) => text.replaceAll(`\`${name}\``, `\`${snakeCase(name)}\``),
    withPythonNames(parts.join('\n\n')),
  );
}

function indented(code: string): string {
  return code.replace(/^(?=.)/gm, '    ');
}
