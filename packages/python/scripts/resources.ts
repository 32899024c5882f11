import {
  type DocumentReader,
  defaultBodyLimit,
  type Operation,
  type Parameter,
} from '@partner-rating/spec/document';
import { callExample } from './call-example.ts';
import { docstring } from './literal.ts';
import { methodDoc } from './method-doc.ts';
import { methodOf, snakeCase } from './names.ts';
import {
  calledOperations,
  hasOAuthErrors,
  pathParameters,
  queryParameters,
  successOf,
} from './operations.ts';
import { typeOf } from './types.ts';

// Resources with methods of their own, which extend those of the document.
const extended: Record<string, string> = { members: 'MembersOperations', oauth: 'OAuthOperations' };

/** `<resource>.py`: the methods of each resource, by the name of the file. */
export function resources(contract: DocumentReader): Record<string, string> {
  return Object.fromEntries(
    [...calledOperations(contract)].map(([name, operations]) => [
      `${name}.py`,
      resource(contract, name, operations),
    ]),
  );
}

function resource(contract: DocumentReader, name: string, operations: Operation[]): string {
  const className = extended[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
  const tag = contract.document.tags?.find((one) => one.name === operations[0]?.tag);
  const about = `The operations \`${name}.*\`: ${tag?.description.charAt(0).toLowerCase()}${tag?.description.slice(1)}`;
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
  const options = used(['IdempotentOptions', 'RequestOptions']);
  const typing = used(['Literal', 'Unpack']);
  return [
    // A resource may have a method of that name.
    ...(/\bList\[/.test(code) ? ['from builtins import list as List'] : []),
    ...(code.includes('Sequence[') ? ['from collections.abc import Sequence'] : []),
    `from typing import ${typing.join(', ')}`,
    '',
    'from .._core.operation import Operation',
    `from .._core.options import ${options.join(', ')}`,
    ...(code.includes('PagedList[') ? ['from .._core.paging import PagedList'] : []),
    'from .._core.resource import Resource',
    ...(code.includes('models.') ? ['from . import models'] : []),
  ];
}

function constantName(operation: Operation): string {
  return `_${methodOf(operation).method.replace(/_$/, '').toUpperCase()}`;
}

/** The operation as `_core/operation.py` has it. */
function constant(operation: Operation): string[] {
  const { id, method, path, body, bodyLimit, isIdempotent, isRepeatable, pagination } = operation;
  const given = [
    ...[id, method, path].map((text) => JSON.stringify(text)),
    ...(isIdempotent ? ['takes_key=True'] : []),
    ...(isRepeatable ? ['is_repeatable=True'] : []),
    ...(body && bodyLimit !== defaultBodyLimit ? [`max_bytes=${bodyLimit}`] : []),
    ...(hasOAuthErrors(operation) ? ['has_oauth_errors=True'] : []),
    ...(pagination ? [`items=${JSON.stringify(pagination.items)}`] : []),
  ];
  return [`${constantName(operation)} = Operation(${given.join(', ')})`];
}

function method(contract: DocumentReader, operation: Operation): string[] {
  const { body, isIdempotent, pagination } = operation;
  const inPath = pathParameters(operation);
  const inQuery = queryParameters(operation);
  const bodyType = typeOf(body?.content['application/json']?.schema, 'models.');
  const parameters = [
    'self',
    ...inPath.map(({ name, schema }) => `${snakeCase(name)}: ${typeOf(schema, 'models.')}`),
    ...(body ? [`body: ${bodyType}${body.required ? '' : ' | None = None'}`] : []),
    ...(inQuery.length > 0 ? ['*', ...inQuery.map((one) => queryParameter(contract, one))] : []),
    ...(pagination ? ['max_items: int | None = None'] : []),
    `**options: Unpack[${isIdempotent ? 'IdempotentOptions' : 'RequestOptions'}]`,
  ];
  return [
    `    def ${methodOf(operation).method}(`,
    ...parameters.map((one) => `        ${one},`),
    `    ) -> ${resultOf(contract, operation)}:`,
    ...docstring(
      `${methodDoc(operation)}\n\nExample:\n${indented(callExample(contract, operation))}`,
      '        ',
    ),
    ...work(operation, inPath, inQuery),
  ];
}

function queryParameter(contract: DocumentReader, { name, schema, required }: Parameter): string {
  const resolved = contract.resolve(schema);
  const one = typeOf(resolved.type === 'array' ? resolved.items : schema, 'models.');
  const type = resolved.type === 'array' ? `Sequence[${one}] | ${one}` : one;
  return `${snakeCase(name)}: ${type}${required ? '' : ' | None = None'}`;
}

function work(operation: Operation, inPath: Parameter[], inQuery: Parameter[]): string[] {
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

function resultOf(contract: DocumentReader, { responses, pagination }: Operation): string {
  const schema = successOf(responses)?.schema;
  const type = typeOf(schema, 'models.').replace(/^list\[/, 'List[');
  if (pagination === null) return type;
  const page = contract.resolve(schema ?? {});
  return `PagedList[${type}, ${typeOf(page.properties?.[pagination.items]?.items, 'models.')}]`;
}

function indented(code: string): string {
  return code.replace(/^(?=.)/gm, '    ');
}
