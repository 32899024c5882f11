import type { DocumentReader, Operation, Parameter, Schema } from '@partner-rating/spec/document';
import { isList, successOf } from './signature.ts';

/**
 * A call with the examples of the document: what is required, and one thing more where a filter can be given.
 *
 * @param report What is called with each item of a list.
 */
export function callExample(
  contract: DocumentReader,
  operation: Operation,
  report = 'report',
): string {
  const given = exampleArguments(contract, operation).map((value) => literal(value));
  const call = `client.${operation.id}(${given.join(', ')})`;
  const answer = contract.resolve(successOf(operation.responses)?.schema ?? {});
  if (operation.pagination) {
    const { items } = answer.properties?.[operation.pagination.items] ?? {};
    const fields = shownFields(contract.resolve(items ?? {}));
    return `for await (const { ${fields} } of ${call}) {\n  ${report}(${fields});\n}`;
  }
  const fields = shownFields(answer, fieldsOf(contract, operation));
  if (fields) return `const { ${fields} } = await ${call};`;
  return isList(answer) ? `const found = await ${call};` : `await ${call};`;
}

/** The first fields that are always there, but what was sent. */
function shownFields({ required = [] }: Schema, sent: string[] = []): string {
  return required
    .filter((name) => !sent.includes(name))
    .slice(0, 3)
    .join(', ');
}

function fieldsOf({ resolve }: DocumentReader, { body }: Operation): string[] {
  const { properties } = resolve(body?.content['application/json']?.schema ?? {});
  return Object.keys(properties ?? {});
}

function ofLocation({ parameters }: Operation, location: Parameter['in']): Parameter[] {
  return parameters.filter((parameter) => parameter.in === location);
}

/** What the call is given before its options. */
export function exampleArguments(contract: DocumentReader, operation: Operation): unknown[] {
  const inPath = ofLocation(operation, 'path').map((one) => exampleOf(contract, one));
  const query = exampleQuery(contract, operation);
  const inQuery = Object.keys(query).length > 0 ? [query] : [];
  return [...inPath, ...inQuery, ...bodyOf(operation)];
}

/** What the query needs; of filters that may be left out, the first. */
export function exampleQuery(
  contract: DocumentReader,
  operation: Operation,
): Record<string, unknown> {
  const inQuery = ofLocation(operation, 'query');
  const [first] = inQuery.filter(({ name }) => name !== 'cursor' && name !== 'limit');
  const required = inQuery.filter((parameter) => parameter.required);
  const shown = required.length > 0 ? required : first ? [first] : [];
  return Object.fromEntries(shown.map((one) => [one.name, exampleOf(contract, one)]));
}

function bodyOf({ body }: Operation): unknown[] {
  const [example] = body?.content['application/json']?.examples ?? [];
  return example && body?.required ? [example.value] : [];
}

function exampleOf(contract: DocumentReader, { name, schema }: Parameter): unknown {
  const example = contract.firstExample(schema);
  if (example !== undefined) return example;
  throw new Error(`The parameter ${name} has no example. Add one to its schema.`);
}

/** JSON as people write it in TypeScript: on one line where that is short. */
function literal(value: unknown, indent = ''): string {
  const inside = `${indent}  `;
  const parts = (depth: string) =>
    Array.isArray(value)
      ? value.map((item) => literal(item, depth))
      : Object.entries(Object(value)).map(
          ([name, item]) => `${key(name)}: ${literal(item, depth)}`,
        );
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${parts(inside).join(', ')}${space}${close}`;
  if (line.length + indent.length <= 80 && !line.includes('\n')) return line;
  return `${open}\n${parts(inside)
    .map((part) => `${inside}${part},\n`)
    .join('')}${indent}${close}`;
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
