import type { DocumentReader, Operation } from '@partner-rating/spec/document';
import { exampleArguments, modelOf } from '../model/index.ts';
import { call, keyword, literal } from './literal.ts';
import { snakeCase } from './names.ts';

/**
 * Returns a program that calls an operation. The tests of the Python client run each of them.
 *
 * @param service The argument of the client that names the service.
 */
export function pythonSample(
  contract: DocumentReader,
  operation: Operation,
  service = 'environment="local"',
): string {
  return `from partner_rating import PartnerRatingClient

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(${service})

${callExample(contract, operation)}`;
}

/** Returns a call with the examples of the document: the required parameters, or the first optional filter. */
export function callExample(contract: DocumentReader, operation: Operation): string {
  const made = callWith(contract, operation);
  const { answer, item, pagination } = modelOf(contract, operation);
  if (pagination) {
    const [field = ''] = contract.resolve(item ?? {}).required ?? [];
    const name = singular(pagination.items);
    return `for ${name} in ${made}:\n    print(${name}[${JSON.stringify(field)}])`;
  }
  if (answer === undefined) return made;
  const [field] = contract.resolve(answer).required ?? [];
  return `answer = ${made}\nprint(${field === undefined ? 'answer' : `answer[${JSON.stringify(field)}]`})`;
}

/** Returns only the call, with additional arguments. */
export function callWith(
  contract: DocumentReader,
  operation: Operation,
  more: readonly string[] = [],
): string {
  const read = modelOf(contract, operation);
  const { positional, body, named } = exampleArguments(contract, read);
  return call(`client.${read.resource}.${snakeCase(read.name)}`, [
    ...[...positional, ...body].map((value) => literal(value)),
    ...Object.entries(named).map(([name, value]) => keyword(snakeCase(name), value)),
    ...more,
  ]);
}

function singular(name: string): string {
  const one = { matches: 'match', history: 'entry', deliveries: 'delivery' }[name];
  return one ?? name.replace(/s$/, '');
}
