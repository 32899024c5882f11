import {
  type JsonObject,
  type LocatedOperation,
  type OpenApiDocument,
  operationsOf,
  resolve,
} from './document.ts';

/** `operations.gen.ts`: where each operation is, tied to the types of what it takes and answers. */
export function operations(document: OpenApiDocument): string {
  const located = operationsOf(document);
  const constants = located.flatMap((operation) => ['', ...constant(document, operation)]);
  return [
    ...helperImports(constants.join('\n')),
    "import type { Operation } from '../core/operation.ts';",
    "import type * as Types from '../generated/types.gen.ts';",
    '',
    '/** The operations of the document, by name. */',
    'export type OperationId =',
    `${located.map(({ id }) => `  | '${id}'`).join('\n')};`,
    ...constants,
    '',
  ].join('\n');
}

/** What only some operations need hangs on these, so that a bundle of the others is without it. */
const helpers = {
  '../core/errors/oauth-refusal.ts': ['oauthRefusal'],
  '../core/fill-path.ts': ['fillPath'],
  '../core/write.ts': ['writeBody', 'writeOnce'],
};

function helperImports(code: string): string[] {
  return Object.entries(helpers).flatMap(([file, names]) => {
    const used = names.filter((name) => code.includes(name));
    return used.length > 0 ? [`import { ${used.join(', ')} } from '${file}';`] : [];
  });
}

function constant(document: OpenApiDocument, operation: LocatedOperation): string[] {
  const { id, method, path } = operation;
  checkParameters(document, operation);
  const [resource = '', name = ''] = id.split('.');
  const constantName = resource + capitalized(name);
  const typeName = capitalized(constantName);
  const write = writer(operation);
  return [
    `/** \`${id}\`: ${method} ${path} */`,
    `export const ${constantName}: Operation<Types.${typeName}Data, Types.${typeName}Response> = {`,
    `  id: '${id}',`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  path: '${path}',`,
    ...(operation.safe ? ['  safe: true,'] : []),
    ...(path.includes('{') ? ['  fillPath,'] : []),
    ...(write ? [`  write: ${write},`] : []),
    ...(hasOAuthErrors(document, operation) ? ['  refusal: oauthRefusal,'] : []),
    '};',
  ];
}

function writer({ idempotent, requestBody }: LocatedOperation): string | undefined {
  if (idempotent) return 'writeOnce';
  return requestBody ? 'writeBody' : undefined;
}

/** The form of an operation's errors is read off its 400. */
function hasOAuthErrors(document: OpenApiDocument, { responses }: LocatedOperation): boolean {
  const { content } = resolve<{ content?: JsonObject }>(document, responses['400'] ?? {});
  return content !== undefined && 'application/json' in content;
}

/** The client knows one way to write a list; another way must be taught to it first. */
function checkParameters(document: OpenApiDocument, operation: LocatedOperation): void {
  for (const { name, in: place, explode, schema } of operation.parameters) {
    const isList = resolve<{ type?: unknown }>(document, schema).type === 'array';
    if (isList && (place !== 'query' || explode !== false)) {
      throw new Error(
        `${operation.id}: the list ${name} is not joined by commas. ` +
          'Set `explode: false` in the document, or teach src/core/request-url.ts the other way.',
      );
    }
  }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
