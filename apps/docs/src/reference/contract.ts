import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What the site says of an operation. */
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  isDeprecated: boolean;
  keyScopes: string[];
  userScopes: string[];
  parameters: Parameter[];
  request: Content | undefined;
  answers: { status: string; description: string; content: Content | undefined }[];
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
}

export interface Content {
  mediaType: string;
  examples: { name: string; summary: string; value: unknown }[];
}

/** The error catalogue of the contract, `errors.json`. */
export interface ErrorCatalogue {
  problems: {
    code: string;
    status: number;
    title: string;
    detail: string;
    action: string;
    clientError: string;
  }[];
  oauth: { error: string; status: number; description: string; action: string }[];
}

interface Reference {
  $ref?: string;
}
interface MediaType {
  examples?: Record<string, Reference>;
}
interface OperationObject {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  deprecated?: boolean;
  'x-required-scopes'?: { key: string[]; user: string[] };
  parameters?: (Reference & Parameter)[];
  requestBody?: Reference & { content: Record<string, MediaType> };
  responses: Record<
    string,
    Reference & { description: string; content?: Record<string, MediaType> }
  >;
}
interface Document {
  info: { title: string; version: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { examples: Record<string, { summary: string; value: unknown }> };
}

export const document = read<Document>('openapi.json');
export const catalogue = read<ErrorCatalogue>('errors.json');

/** All operations, in the order of the document. */
export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, operation]) => operation.operationId !== undefined)
    .map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0],
      summary: operation.summary,
      description: operation.description,
      isDeprecated: operation.deprecated === true,
      keyScopes: operation['x-required-scopes']?.key ?? [],
      userScopes: operation['x-required-scopes']?.user ?? [],
      parameters: (operation.parameters ?? []).map((parameter) => resolve<Parameter>(parameter)),
      request: contentOf(operation.requestBody),
      answers: Object.entries(operation.responses).map(([status, response]) => {
        const { description } = resolve<typeof response>(response);
        return { status, description, content: contentOf(response) };
      }),
    })),
);

/** The named example of the document, which the mock and the tests use too. */
export function exampleNamed(name: string): unknown {
  return document.components.examples[name]?.value;
}

function contentOf(part: (Reference & { content?: Record<string, MediaType> }) | undefined) {
  if (part === undefined) return undefined;
  const [first] = Object.entries(resolve<typeof part>(part).content ?? {});
  if (first === undefined) return undefined;
  const [mediaType, { examples = {} }] = first;
  return {
    mediaType,
    examples: Object.entries(examples).map(([name, example]) => ({
      name,
      ...resolve<{ summary: string; value: unknown }>(example),
    })),
  };
}

function resolve<Target>(value: Reference): Target {
  let target: unknown = value;
  while (typeof target === 'object' && target !== null && '$ref' in target) {
    target = String(target.$ref)
      .slice('#/'.length)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], document);
  }
  return target as Target;
}

function read<Contents>(name: string): Contents {
  return JSON.parse(readFileSync(require.resolve(`@partner-rating/spec/${name}`), 'utf8'));
}
