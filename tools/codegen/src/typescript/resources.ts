import type { DocumentReader } from '@partner-rating/spec/document';
import {
  docComment,
  type Files,
  type Model,
  type ModelOperation,
  type Resource,
} from '../model/index.ts';
import { callExample } from './call-example.ts';
import { optionsOf, parametersOf, resultOf } from './signature.ts';

/** `resources/<name>.gen.ts`: the methods of each resource, by the path of the file. */
export function resources({ contract, resources: all }: Model): Files {
  return Object.fromEntries(
    all.map((one) => [`resources/${one.name}.gen.ts`, resource(contract, one)]),
  );
}

function resource(contract: DocumentReader, one: Resource): string {
  const { name, className, isExtended, about, operations, pages } = one;
  const methods = operations.map((operation) => indented(method(contract, operation))).join('\n\n');
  return [
    ...imports(methods),
    '',
    ...docComment(about),
    `export interface ${className} {`,
    methods,
    '}',
    '',
    // What is extended is declared; the others are made by the client alone.
    ...(isExtended ? [] : ['/** @internal */']),
    `export const ${className}: ResourceClass<${className}> = /* @__PURE__ */ resource('${name}', {`,
    ...operations.map((operation) => `  ${operation.name}: '${line(operation)}',`),
    '});',
    // A page has no method: a browser goes to its path.
    ...pages.flatMap((page) => [
      '',
      `/** The path of the page \`${page.id}\`. */`,
      `export const ${page.name}Path = '${page.path}';`,
    ]),
    '',
  ].join('\n');
}

function method(contract: DocumentReader, operation: ModelOperation): string[] {
  const given = parametersOf(operation).map(
    ({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`,
  );
  return [
    ...docComment(methodComment(contract, operation)),
    `${operation.name}(${[...given, `options?: ${optionsOf(operation)}`].join(', ')}): ${resultOf(operation)};`,
  ];
}

/** What an editor shows of a method: what it does and needs, the errors of its own, and a call. */
function methodComment(contract: DocumentReader, operation: ModelOperation): string {
  const { purpose, needs, errors } = operation.text;
  return [
    [purpose, needs].filter(Boolean).join('\n\n'),
    [
      ...errors.map(({ name, text }) => throws(name, text)),
      ...(operation.deprecated ? ['@deprecated'] : []),
    ].join('\n'),
    `@example\n${callExample(contract, operation)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function throws(name: string, text: string): string {
  const [first = '', ...more] = text.split('\n').map((line) => line.trim());
  return [`@throws ${name}: ${first}`, ...more.map((line) => `  ${line}`)].join('\n');
}

/** The operation as `resource` in `core/resource.ts` reads it. */
function line(operation: ModelOperation): string {
  const { method, path, positional, body, maxBytes, pagination } = operation;
  const [unnamed] = positional.filter((one) => one.in === 'query');
  return [
    method,
    path,
    ...(unnamed ? [`id:${unnamed.name}`] : []),
    ...(operation.isRepeatable ? ['safe'] : []),
    ...(operation.namedQuery.length > 0 ? ['query'] : []),
    ...(body ? ['body'] : []),
    ...(maxBytes === undefined ? [] : [`max:${maxBytes}`]),
    ...(operation.isIdempotent ? ['key'] : []),
    ...(operation.isConditional ? ['match'] : []),
    ...(operation.errorFormat === 'oauth' ? ['oauth'] : []),
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
    ...named(
      ['ConditionalRequestOptions', 'IdempotentRequestOptions', 'RequestOptions'],
      '../core/request-options.ts',
    ),
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
