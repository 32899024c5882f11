import type {
  Operation,
  OperationBody,
  OperationParameter,
  OperationResponse,
  SecurityScheme,
} from '../src/schema/operation-table.ts';
import { deprecationsOf } from './deprecations.ts';
import {
  type ContentObject,
  type LocatedOperation,
  type OpenApiDocument,
  operationsOf,
  type ParameterObject,
  type RequestBodyObject,
  type ResponseObject,
  resolve,
} from './document.ts';
import { lean } from './lean-schema.ts';

const defaultBodyLimit = 1024 * 1024;

/**
 * Reduces the document to the operation table.
 *
 * @throws where the document says something the stubs cannot keep, so that it is noticed here and
 * not by a caller.
 */
export function operationTable(document: OpenApiDocument): Operation[] {
  return operationsOf(document).map((located) => operationEntry(document, located));
}

/** The security schemes of the document, in the forms the stubs can read. */
export function securitySchemes(document: OpenApiDocument): Record<string, SecurityScheme> {
  return Object.fromEntries(
    Object.entries(document.components?.securitySchemes ?? {}).map(([name, scheme]) => {
      if (scheme.type === 'apiKey' && scheme.in === 'header' && scheme.name !== undefined) {
        return [name, { type: 'apiKey', in: 'header', name: scheme.name }];
      }
      if (scheme.type === 'http' && (scheme.scheme === 'bearer' || scheme.scheme === 'basic')) {
        return [name, { type: 'http', scheme: scheme.scheme }];
      }
      throw new Error(
        `The security scheme ${name} is neither a header key, Bearer nor Basic. Teach src/request/credentials.ts to read it.`,
      );
    }),
  );
}

function operationEntry(document: OpenApiDocument, located: LocatedOperation): Operation {
  const { path, method, operation } = located;
  const id = operation.operationId;
  if (!id) throw new Error(`${method.toUpperCase()} ${path} has no operationId.`);
  for (const alternative of operation.security ?? []) {
    if (Object.keys(alternative).length > 1) {
      throw new Error(`${id} asks for two credentials at once, which the stubs cannot check.`);
    }
  }
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => {
      if (!/^\d{3}$/.test(status)) {
        throw new Error(`${id} documents the answer "${status}". Name each status it can give.`);
      }
      return [status, responseEntry(document, resolve(document, response))];
    }),
  );
  const deprecations = deprecationsOf(document, located);
  return {
    id,
    method: method.toUpperCase() as Operation['method'],
    path,
    route: path.replace(/\{([^}]+)\}/g, ':$1'),
    parameters: located.parameters.map((parameter) => parameterEntry(id, parameter)),
    body: operation.requestBody
      ? bodyEntry(resolve<RequestBodyObject>(document, operation.requestBody))
      : null,
    security: operation.security ?? [],
    requiredScopes: {
      key: operation['x-required-scopes']?.key ?? [],
      user: operation['x-required-scopes']?.user ?? [],
    },
    idempotent: operation['x-idempotent'] ?? false,
    rateLimitClass: rateLimitClass(id, operation['x-rate-limit-class']),
    bodyLimit: operation['x-body-limit'] ?? defaultBodyLimit,
    errorFormat: errorFormat(responses['400']),
    responses,
    ...(deprecations.length > 0 && { deprecations }),
  };
}

function rateLimitClass(id: string, named = 'default'): Operation['rateLimitClass'] {
  for (const known of ['default', 'ingest', 'token', 'webhook-test'] as const) {
    if (named === known) return known;
  }
  throw new Error(
    `${id} is of the rate limit class ${named}. Add it to rateLimitClass in src/schema/operation-table.ts.`,
  );
}

function parameterEntry(id: string, parameter: ParameterObject): OperationParameter {
  const { name, in: location, schema } = parameter;
  if (location !== 'query' && location !== 'path' && location !== 'header') {
    throw new Error(`${id} has the parameter ${name} in ${location}, which the stubs do not read.`);
  }
  const style = location === 'query' ? 'form' : 'simple';
  if ((parameter.style ?? style) !== style) {
    throw new Error(`${id} writes ${name} in the style ${parameter.style}; only ${style} is read.`);
  }
  return {
    name,
    in: location,
    required: parameter.required ?? false,
    explode: parameter.explode ?? location === 'query',
    schema: lean(schema),
  };
}

function bodyEntry(body: RequestBodyObject): OperationBody {
  return { required: body.required ?? false, content: contentEntry(body.content) };
}

function responseEntry(document: OpenApiDocument, response: ResponseObject): OperationResponse {
  return {
    headers: Object.fromEntries(
      Object.entries(response.headers ?? {}).map(([name, reference]) => {
        const header = resolve(document, reference);
        return [
          name.toLowerCase(),
          { required: header.required ?? false, schema: lean(header.schema ?? {}) },
        ];
      }),
    ),
    content: contentEntry(response.content ?? {}),
  };
}

function contentEntry(content: ContentObject): OperationBody['content'] {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, { schema }]) => [mediaType, lean(schema ?? {})]),
  );
}

function errorFormat(badRequest: OperationResponse | undefined): Operation['errorFormat'] {
  if (badRequest && 'text/html' in badRequest.content) return 'html';
  if (badRequest && 'application/json' in badRequest.content) return 'oauth';
  return 'problem';
}
