import {
  type DocumentReader,
  defaultBodyLimit,
  type Operation,
} from '@partner-rating/spec/document';
import { docComment } from './comment.ts';
import { methodComment } from './method-comment.ts';
import { hasOAuthErrors } from './operations.ts';
import { capitalized, namesOf, signatureOf, takesQuery } from './signature.ts';

// Resources with methods of their own, which extend those of the document.
const extended: Record<string, string> = { members: 'MembersOperations', oauth: 'OAuthOperations' };

/** `resources/<name>.gen.ts`: the methods of each resource, by the path of the file. */
export function resources(contract: DocumentReader): Record<string, string> {
  const called = contract.operations().filter(({ isCalled }) => isCalled);
  const byName = Map.groupBy(called, (operation) => namesOf(operation).resource);
  return Object.fromEntries(
    [...byName].map(([name, operations]) => [
      `resources/${name}.gen.ts`,
      resource(contract, name, operations),
    ]),
  );
}

function resource(contract: DocumentReader, name: string, operations: Operation[]): string {
  const className = extended[name] ?? capitalized(name);
  const tag = contract.document.tags?.find((one) => one.name === operations[0]?.tag);
  const methods = operations.map((operation) => indented(method(contract, operation))).join('\n\n');
  return [
    ...imports(methods),
    '',
    ...docComment(`The operations \`${name}.*\`: ${decapitalized(tag?.description ?? '')}`),
    `export interface ${className} {`,
    methods,
    '}',
    '',
    // What is extended is declared; the others are made by the client alone.
    ...(name in extended ? [] : ['/** @internal */']),
    `export const ${className}: ResourceClass<${className}> = /* @__PURE__ */ resource('${name}', {`,
    ...operations.map((operation) => `  ${namesOf(operation).method}: '${line(operation)}',`),
    '});',
    ...pagePaths(contract, name),
    '',
  ].join('\n');
}

/** The path of each page, which has no method: a browser goes there. */
function pagePaths(contract: DocumentReader, resource: string): string[] {
  return contract
    .operations()
    .filter((operation) => operation.isPage && namesOf(operation).resource === resource)
    .flatMap((operation) => [
      '',
      `/** The path of the page \`${operation.id}\`. */`,
      `export const ${namesOf(operation).method}Path = '${operation.path}';`,
    ]);
}

function method(contract: DocumentReader, operation: Operation): string[] {
  const { parameters, options, result } = signatureOf(contract, operation);
  const given = parameters.map(
    ({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`,
  );
  return [
    ...docComment(methodComment(contract, operation)),
    `${namesOf(operation).method}(${[...given, `options?: ${options}`].join(', ')}): ${result};`,
  ];
}

/** The operation as `resource` in `core/resource.ts` reads it. */
function line(operation: Operation): string {
  const { method, path, body, bodyLimit, isIdempotent, isRepeatable, pagination } = operation;
  return [
    method,
    path,
    ...(isRepeatable ? ['safe'] : []),
    ...(takesQuery(operation) ? ['query'] : []),
    ...(body ? ['body'] : []),
    ...(body && bodyLimit !== defaultBodyLimit ? [`max:${bodyLimit}`] : []),
    ...(isIdempotent ? ['key'] : []),
    ...(hasOAuthErrors(operation) ? ['oauth'] : []),
    ...(pagination ? [`pages:${pagination.items}`] : []),
  ].join(' ');
}

function imports(code: string): string[] {
  const named = (names: string[], file: string): string[] => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
    return used.length > 0 ? [`import type { ${used.join(', ')} } from '${file}';`] : [];
  };
  const spaces = { Queries: '../operations/queries.gen.ts', Types: '../generated/types.gen.ts' };
  return [
    ...named(['PagePromise'], '../core/paging/page-promise.ts'),
    ...named(['IdempotentRequestOptions', 'RequestOptions'], '../core/request-options.ts'),
    "import { type ResourceClass, resource } from '../core/resource.ts';",
    ...named(['ResponsePromise'], '../core/response-promise.ts'),
    ...Object.entries(spaces)
      .filter(([name]) => code.includes(`${name}.`))
      .map(([name, file]) => `import type * as ${name} from '${file}';`),
  ];
}

function indented(lines: string[]): string {
  return lines.map((line) => `  ${line}`.trimEnd()).join('\n');
}

function decapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
