import document from '@partner-rating/spec/openapi.json' with { type: 'json' };

/** What stands before every path, as in the service. */
export const BASE_PATH = '/api/v1';

/** An answer as the mock gives it. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | undefined;
}

/** An operation of the contract, as far as the mock looks into it. */
export interface Operation {
  id: string;
  method: string;
  parameters: { name: string; place: string }[];
  /** The names of its examples, by status. */
  examples: Map<string, string[]>;
  bodyLimit: number;
  /** Whether it is a page, which passes over parameters it does not know (RFC 6749 section 3.1). */
  isPage: boolean;
}

interface PathItem {
  pattern: RegExp;
  operations: Operation[];
}

/** Anything in the document that may be a reference. */
type Node = { [name: string]: unknown };

const defaultBodyLimit = 1_048_576;

const pathItems: PathItem[] = Object.entries(document.paths as Record<string, Node>).map(
  ([path, item]) => ({
    pattern: new RegExp(`^${BASE_PATH}${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    operations: Object.entries(item).map(([method, node]) => operation(method, node as Node)),
  }),
);

/** The most bytes that any operation takes. */
export const largestBodyLimit = Math.max(
  ...pathItems.flatMap(({ operations }) => operations.map(({ bodyLimit }) => bodyLimit)),
);

/** The operations at a path; none where the contract does not know the path. */
export function operationsAt(path: string): Operation[] {
  return pathItems.find(({ pattern }) => pattern.test(path))?.operations ?? [];
}

/** The status that an operation answers with an example; none where it has no such example. */
export function statusOf({ examples }: Operation, example: string | undefined): string | undefined {
  if (example === undefined) return undefined;
  return [...examples].find(([, names]) => names.includes(example))?.[0];
}

/** The value of an example of the document. */
export function exampleValue(name: string): Node {
  return (resolve({ $ref: `#/components/examples/${name}` }) as { value: Node }).value;
}

function operation(method: string, node: Node): Operation {
  const parameters = ((node.parameters ?? []) as Node[]).map(resolve);
  const responses = Object.entries(node.responses as Record<string, Node>).map(
    ([status, response]) => [status, resolve(response)] as const,
  );
  return {
    id: node.operationId as string,
    method: method.toUpperCase(),
    parameters: parameters.map(({ name, in: place }) => ({
      name: String(name),
      place: String(place),
    })),
    examples: new Map(responses.map(([status, response]) => [status, exampleNames(response)])),
    bodyLimit: (node['x-body-limit'] as number | undefined) ?? defaultBodyLimit,
    isPage: responses.some(([, { content = {} }]) => 'text/html' in (content as Node)),
  };
}

function exampleNames({ content = {} }: Node): string[] {
  const mediaTypes = Object.values(content as Record<string, { examples?: Node }>);
  return mediaTypes.flatMap(({ examples = {} }) => Object.keys(examples));
}

function resolve(node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const keys = node.$ref.split('/').slice(1);
  return keys.reduce<Node>((value, key) => value[key] as Node, document);
}
