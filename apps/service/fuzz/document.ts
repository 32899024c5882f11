import { createRequire } from 'node:module';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  dependentRequired?: Record<string, string[]>;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Header {
  required?: boolean;
  schema: Schema;
}

export interface Answer {
  headers: Record<string, Header>;
  /** The schema of each media type; empty where there is no body. */
  content: Record<string, { schema: Schema }>;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** The schema of each media type that is taken. */
  bodies: Record<string, { schema: Schema }>;
  isBodyRequired: boolean;
  /** The names of the schemes of which one is needed; null stands for none. */
  schemes: (string | null)[];
  answers: Record<string, Answer>;
}

interface RawOperation {
  operationId: string;
  parameters?: (Parameter & Schema)[];
  requestBody?: { required?: boolean; content: Operation['bodies'] };
  security: Record<string, unknown>[];
  responses: Record<string, Partial<Answer> & Schema>;
}

const load = createRequire(import.meta.url);
export const document = load('@partner-rating/spec/openapi.json') as {
  paths: Record<string, Record<string, RawOperation>>;
};
/** The codes of problems and the status of each. */
export const catalogue = load('@partner-rating/spec/errors.json') as {
  problems: { code: string; status: number }[];
};

export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, raw]) => ({
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    parameters: (raw.parameters ?? []).map((parameter) => resolve(parameter)),
    bodies: raw.requestBody?.content ?? {},
    isBodyRequired: raw.requestBody?.required ?? false,
    schemes: raw.security.map((alternative) => Object.keys(alternative)[0] ?? null),
    answers: Object.fromEntries(
      Object.entries(raw.responses).map(([status, response]) => [status, answerOf(response)]),
    ),
  })),
);

function answerOf(response: Partial<Answer> & Schema): Answer {
  const { headers = {}, content = {} } = resolve(response);
  return {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, header]) => [name, resolve(header)]),
    ),
    content,
  };
}

/** What stands at a reference, or the value itself. */
export function resolve<Value extends object>(value: Value & { $ref?: string }): Value {
  if (value.$ref === undefined) return value;
  const target = value.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, key) => Reflect.get(Object(node), key.replaceAll('~1', '/').replaceAll('~0', '~')),
      document,
    );
  return resolve(target as Value);
}
