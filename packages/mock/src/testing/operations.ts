import document from '@partner-rating/spec/openapi.json' with { type: 'json' };

/** Anything in the document that may be a reference. */
type Node = { [name: string]: unknown };

/** A named example of the document. */
export interface NamedExample {
  name: string;
  value: unknown;
}

/** An answer the document describes; one without examples has none of its own to show. */
export interface DocumentedAnswer {
  status: number;
  example: NamedExample | undefined;
}

/** All that a test needs to call an operation and to know what may come back. */
export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  /** An example of every path parameter, in order. */
  pathValues: string[];
  /** An example of every query parameter. */
  query: Record<string, unknown>;
  /** The examples of its body by media type. */
  bodies: Record<string, NamedExample[]>;
  needsCredential: boolean;
  answers: DocumentedAnswer[];
}

/** Every operation of the document. */
export const operations: DocumentedOperation[] = Object.entries(
  document.paths as Record<string, Node>,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, node]) => operation(path, method, node as Node)),
);

function operation(path: string, method: string, node: Node): DocumentedOperation {
  const parameters = list(node.parameters).map(resolve);
  const valuesIn = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema }) => [String(name), exampleOf(schema as Node)] as const);
  const security = list(node.security);
  return {
    id: String(node.operationId),
    method: method.toUpperCase(),
    path,
    pathValues: valuesIn('path').map(([, value]) => String(value)),
    query: Object.fromEntries(valuesIn('query')),
    bodies: examplesByMediaType(resolve((node.requestBody as Node | undefined) ?? {})),
    needsCredential: security.length > 0 && security.every((one) => Object.keys(one).length > 0),
    answers: Object.entries(node.responses as Record<string, Node>).flatMap(([status, response]) =>
      answers(Number(status), resolve(response)),
    ),
  };
}

function answers(status: number, response: Node): DocumentedAnswer[] {
  const examples = Object.values(examplesByMediaType(response)).flat();
  if (examples.length === 0) return [{ status, example: undefined }];
  return examples.map((example) => ({ status, example }));
}

function examplesByMediaType({ content = {} }: Node): Record<string, NamedExample[]> {
  const mediaTypes = Object.entries(content as Record<string, { examples?: Record<string, Node> }>);
  return Object.fromEntries(
    mediaTypes.map(([mediaType, { examples = {} }]) => [
      mediaType,
      Object.entries(examples).map(([name, example]) => ({ name, value: resolve(example).value })),
    ]),
  );
}

function exampleOf(node: Node): unknown {
  const { examples, items } = resolve(node);
  if (Array.isArray(examples)) return examples[0];
  return items === undefined ? undefined : [exampleOf(items as Node)];
}

function list(value: unknown): Node[] {
  return (value ?? []) as Node[];
}

function resolve(node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const keys = node.$ref.split('/').slice(1);
  return keys.reduce<Node>((value, key) => value[key] as Node, document);
}
