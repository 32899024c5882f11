import type { DocumentReader, Operation, Parameter } from '@partner-rating/spec/document';
import { call, keyword, literal } from './literal.ts';
import { methodOf, snakeCase } from './names.ts';
import { pathParameters, queryParameters, successOf } from './operations.ts';

/** A call with the examples of the document: what is required, and of filters that may be left out the first. */
export function callExample(contract: DocumentReader, operation: Operation): string {
  const made = callWith(contract, operation);
  const answer = contract.resolve(successOf(operation.responses)?.schema ?? {});
  if (operation.pagination) {
    const { items } = answer.properties?.[operation.pagination.items] ?? {};
    const [field = ''] = contract.resolve(items ?? {}).required ?? [];
    const name = singular(operation.pagination.items);
    return `for ${name} in ${made}:\n    print(${name}[${JSON.stringify(field)}])`;
  }
  if (Object.keys(answer).length === 0) return made;
  const [field] = answer.required ?? [];
  return `answer = ${made}\nprint(${field === undefined ? 'answer' : `answer[${JSON.stringify(field)}]`})`;
}

/** The call alone, with more arguments than it needs. */
export function callWith(
  contract: DocumentReader,
  operation: Operation,
  more: readonly string[] = [],
): string {
  const { resource, method } = methodOf(operation);
  return call(`client.${resource}.${method}`, [...given(contract, operation), ...more]);
}

function singular(name: string): string {
  const one = { matches: 'match', history: 'entry', deliveries: 'delivery' }[name];
  return one ?? name.replace(/s$/, '');
}

function given(contract: DocumentReader, operation: Operation): string[] {
  const inQuery = queryParameters(operation);
  const [first] = inQuery.filter(({ name }) => name !== 'cursor' && name !== 'limit');
  const required = inQuery.filter((parameter) => parameter.required);
  const shown = required.length > 0 ? required : first ? [first] : [];
  const { body } = operation;
  const [example] = body?.content['application/json']?.examples ?? [];
  return [
    ...pathParameters(operation).map((one) => literal(exampleOf(contract, one))),
    ...(example && body?.required ? [literal(example.value)] : []),
    ...shown.map((one) => keyword(snakeCase(one.name), exampleOf(contract, one))),
  ];
}

function exampleOf(contract: DocumentReader, { name, schema }: Parameter): unknown {
  const example = contract.firstExample(schema);
  if (example !== undefined) return example;
  throw new Error(`The parameter ${name} has no example. Add one to its schema.`);
}
