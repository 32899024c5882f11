import { type LocatedOperation, type OpenApiDocument, operationsOf, resolve } from './document.ts';

/** `operations.gen.ts`: where each operation is, tied to the types of what it takes and answers. */
export function operations(document: OpenApiDocument): string {
  const located = operationsOf(document);
  return [
    "import type { Operation } from '../operation.ts';",
    "import type * as Types from './types.gen.ts';",
    '',
    '/** The operations of the document, by name. */',
    'export type OperationId =',
    `${located.map(({ id }) => `  | '${id}'`).join('\n')};`,
    ...located.flatMap((operation) => ['', ...constant(document, operation)]),
    '',
  ].join('\n');
}

function constant(document: OpenApiDocument, operation: LocatedOperation): string[] {
  const { id, method, path, idempotent } = operation;
  checkParameters(document, operation);
  const [resource = '', name = ''] = id.split('.');
  const constantName = resource + capitalized(name);
  const typeName = capitalized(constantName);
  return [
    `/** \`${id}\`: ${method} ${path} */`,
    `export const ${constantName}: Operation<Types.${typeName}Data, Types.${typeName}Response> = {`,
    `  id: '${id}',`,
    `  method: '${method}',`,
    `  path: '${path}',`,
    ...(idempotent ? ['  idempotent: true,'] : []),
    '};',
  ];
}

/** The client knows one way to write a list; another way must be taught to it first. */
function checkParameters(document: OpenApiDocument, operation: LocatedOperation): void {
  for (const { name, in: place, explode, schema } of operation.parameters) {
    const isList = resolve<{ type?: unknown }>(document, schema).type === 'array';
    if (isList && (place !== 'query' || explode !== false)) {
      throw new Error(
        `${operation.id}: the list ${name} is not joined by commas. ` +
          'Set `explode: false` in the document, or teach src/request-url.ts the other way.',
      );
    }
  }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
