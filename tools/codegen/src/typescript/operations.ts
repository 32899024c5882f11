import type { DocumentReader } from '@partner-rating/spec/document';
import { capitalized, docComment, type Model, type ModelOperation } from '../model/index.ts';
import { isScoped } from './scoped-location.ts';
import { typeOf } from './signature.ts';

/** `operations.gen.ts`: where each operation is, tied to the types of what it takes and answers. */
export function operations({ contract, operations: all }: Model): string {
  // A page has one for its address. What takes a form alone has none: the client sends JSON.
  const constants = all
    .filter(({ isCalled, isPage }) => isCalled || isPage)
    .flatMap((operation) => ['', ...constant(contract, operation)]);
  return [
    ...helperImports(constants.join('\n')),
    "import type { Operation } from '../core/operation.ts';",
    "import type * as Types from '../generated/types.gen.ts';",
    '',
    '/** The operations of the document, by name. */',
    'export type OperationId =',
    `${all.map(({ id }) => `  | '${id}'`).join('\n')};`,
    ...constants,
    '',
  ].join('\n');
}

/** What only some operations need hangs on these, so that a bundle of the others is without it. */
const helpers = {
  '../core/errors/oauth-refusal.ts': ['oauthRefusal'],
  '../core/fill-path.ts': ['fillPath'],
  '../core/write.ts': ['writeBody', 'writeConditional', 'writeIdempotent'],
};

function helperImports(code: string): string[] {
  return Object.entries(helpers).flatMap(([file, names]) => {
    const used = names.filter((name) => code.includes(name));
    return used.length > 0 ? [`import { ${used.join(', ')} } from '${file}';`] : [];
  });
}

function constant(contract: DocumentReader, operation: ModelOperation): string[] {
  const { id, method, path, typeName, maxBytes } = operation;
  checkParameters(contract, operation);
  // TypeDoc reads the alias of an array as `any`.
  const answer = operation.isCalled ? typeOf(operation.answer) : `Types.${typeName}Response`;
  const write = writerOf(operation);
  return [
    `/** \`${id}\`: ${method} ${path} */`,
    `export const ${operation.resource}${capitalized(operation.name)}: Operation<Types.${typeName}Data, ${answer}> = {`,
    `  id: '${id}',`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  path: '${path}',`,
    ...(operation.isRepeatable ? ['  safe: true,'] : []),
    ...(operation.pathParameters.length > 0 ? ['  fillPath,'] : []),
    ...(write ? [`  write: ${write},`] : []),
    ...(maxBytes === undefined ? [] : [`  maxBytes: ${maxBytes},`]),
    ...(operation.errorFormat === 'oauth' ? ['  refusal: oauthRefusal,'] : []),
    '};',
  ];
}

function writerOf({ isConditional, isIdempotent, body }: ModelOperation): string | undefined {
  if (isConditional) return 'writeConditional';
  if (isIdempotent) return 'writeIdempotent';
  return body ? 'writeBody' : undefined;
}

/** The client knows one way to write a list; another way must be taught to it first. */
function checkParameters({ resolve }: DocumentReader, { id, parameters }: ModelOperation): void {
  for (const { name, in: location, explode, schema } of parameters) {
    const isList = resolve(schema).type === 'array';
    if (isList && (location !== 'query' || explode !== false)) {
      throw new Error(
        `${id}: the list ${name} is not joined by commas. ` +
          'Set `explode: false` in the document, or teach src/core/request-url.ts the other way.',
      );
    }
  }
}

/** `queries.gen.ts`: what the methods of the client take as a query. */
export function queries({ operations: all }: Model): string {
  const queried = all.filter((one) => one.isCalled && one.namedQuery.length > 0);
  return [
    "import type { Query } from '../core/operation.ts';",
    "import type { ListQuery } from '../core/paging/paged.ts';",
    "import type * as Types from '../generated/types.gen.ts';",
    ...queried.flatMap((operation) => [
      '',
      ...docComment(`The query of \`${operation.id}\`.`),
      queryType(operation),
    ]),
    '',
  ].join('\n');
}

function queryType(operation: ModelOperation): string {
  const { typeName, needsQuery, parameters, positional, pagination } = operation;
  const sent = `Types.${typeName}Data['query']`;
  const whole = needsQuery ? sent : `NonNullable<${sent}>`;
  const unnamed = positional.filter((one) => one.in === 'query').map(({ name }) => `'${name}'`);
  const query = unnamed.length > 0 ? `Omit<${whole}, ${unnamed.join(' | ')}>` : whole;
  const located = isScoped(parameters.map(({ name }) => name)) ? ' & Types.ScopedLocation' : '';
  return pagination
    ? `export type ${typeName}Query = ListQuery<${query}>${located};`
    : `export interface ${typeName}Query extends Query<${query}> {}`;
}
