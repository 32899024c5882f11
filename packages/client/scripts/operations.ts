import {
  type DocumentReader,
  defaultBodyLimit,
  type Operation,
} from '@partner-rating/spec/document';
import { answerType, namesOf, pathParameters } from './signature.ts';

/** `operations.gen.ts`: where each operation is, tied to the types of what it takes and answers. */
export function operations(contract: DocumentReader): string {
  const all = contract.operations();
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
  '../core/write.ts': ['writeBody', 'writeIdempotent'],
};

function helperImports(code: string): string[] {
  return Object.entries(helpers).flatMap(([file, names]) => {
    const used = names.filter((name) => code.includes(name));
    return used.length > 0 ? [`import { ${used.join(', ')} } from '${file}';`] : [];
  });
}

function constant(contract: DocumentReader, operation: Operation): string[] {
  const { id, method, path } = operation;
  checkParameters(contract, operation);
  const { constantName, typeName } = namesOf(operation);
  // TypeDoc reads the alias of an array as `any`.
  const answer = operation.isCalled ? answerType(operation) : `Types.${typeName}Response`;
  const write = writer(operation);
  return [
    `/** \`${id}\`: ${method} ${path} */`,
    `export const ${constantName}: Operation<Types.${typeName}Data, ${answer}> = {`,
    `  id: '${id}',`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  path: '${path}',`,
    ...(operation.isRepeatable ? ['  safe: true,'] : []),
    ...(pathParameters(operation).length > 0 ? ['  fillPath,'] : []),
    ...(write ? [`  write: ${write},`] : []),
    ...(operation.body && operation.bodyLimit !== defaultBodyLimit
      ? [`  maxBytes: ${operation.bodyLimit},`]
      : []),
    ...(hasOAuthErrors(operation) ? ['  refusal: oauthRefusal,'] : []),
    '};',
  ];
}

function writer({ isIdempotent, body }: Operation): string | undefined {
  if (isIdempotent) return 'writeIdempotent';
  return body ? 'writeBody' : undefined;
}

/** The form of an operation's errors is read off its 400. */
export function hasOAuthErrors({ responses }: Operation): boolean {
  return 'application/json' in (responses['400']?.content ?? {});
}

/** The client knows one way to write a list; another way must be taught to it first. */
function checkParameters({ resolve }: DocumentReader, operation: Operation): void {
  for (const { name, in: location, explode, schema } of operation.parameters) {
    const isList = resolve(schema).type === 'array';
    if (isList && (location !== 'query' || explode !== false)) {
      throw new Error(
        `${operation.id}: the list ${name} is not joined by commas. ` +
          'Set `explode: false` in the document, or teach src/core/request-url.ts the other way.',
      );
    }
  }
}
