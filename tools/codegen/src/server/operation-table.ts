import { catalogue } from '@partner-rating/spec/catalogue';
import type { Content, DocumentReader, Parameter, Response } from '@partner-rating/spec/document';
import { type Model, type ModelOperation, mapValues } from '../model/index.ts';
import { deprecationsOf } from './deprecations.ts';
import { stripDescriptions } from './schemas.ts';

/**
 * Reduces the document to the operation table.
 *
 * @throws if the stubs cannot implement a part of the document, so that the problem is found when
 * generating.
 */
export function operationTable({ contract, operations }: Model) {
  return operations.map((operation) => operationEntry(contract, operation));
}

/** Returns the security schemes of the document, in forms that the stubs can read. */
export function securitySchemes({
  document,
}: DocumentReader): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(document.components?.securitySchemes ?? {}).map(([name, scheme]) => {
      if (scheme.type === 'apiKey' && scheme.in === 'header' && scheme.name !== undefined) {
        return [name, { type: 'apiKey', in: 'header', name: scheme.name }];
      }
      const httpScheme = scheme.type === 'http' ? scheme.scheme?.toLowerCase() : undefined;
      if (httpScheme === 'bearer' || httpScheme === 'basic') {
        return [name, { type: 'http', scheme: httpScheme }];
      }
      // RFC 6750: the token of a flow is sent as Bearer.
      if (scheme.type === 'oauth2') return [name, { type: 'http', scheme: 'bearer' }];
      throw new Error(
        `The security scheme ${name} is neither a header key, Bearer, a flow of OAuth 2.0 nor Basic. Add it to src/request/credentials.ts.`,
      );
    }),
  );
}

function operationEntry(contract: DocumentReader, operation: ModelOperation) {
  const { id, method, path, parameters, body, security, requiredScopes } = operation;
  if (!id) throw new Error(`${method} ${path} has no operationId.`);
  for (const alternative of security) {
    if (Object.keys(alternative).length > 1) {
      throw new Error(`${id} needs two credentials at once, which the stubs cannot check.`);
    }
  }
  const range = Object.keys(operation.responses).find((status) => !/^\d{3}$/.test(status));
  if (range !== undefined) {
    throw new Error(`${id} documents the response "${range}". List each status it can have.`);
  }
  const deprecations = deprecationsOf(contract, operation);
  return {
    id,
    method,
    path,
    route: path.replace(/\{([^}]+)\}/g, ':$1'),
    parameters: parameters.map((parameter) => parameterEntry(id, parameter)),
    body: body && { required: body.required, content: contentEntry(body.content) },
    security,
    requiredScopes,
    idempotent: operation.isIdempotent,
    rateLimitClass: rateLimitClass(operation),
    bodyLimit: operation.bodyLimit,
    errorFormat: operation.errorFormat,
    responses: mapValues(operation.responses, responseEntry),
    ...(deprecations.length > 0 && { deprecations }),
  };
}

function rateLimitClass({ id, rateLimitClass }: ModelOperation): string {
  const isKnown = catalogue.rateLimitClasses.some(({ name }) => name === rateLimitClass);
  if (isKnown) return rateLimitClass;
  throw new Error(
    `${id} is of the rate limit class ${rateLimitClass}. Add it to spec/catalogue/rate-limit-classes.json.`,
  );
}

function parameterEntry(id: string, parameter: Parameter) {
  const { name, in: location, schema } = parameter;
  if (location !== 'query' && location !== 'path' && location !== 'header') {
    throw new Error(`${id} has the parameter ${name} in ${location}, which the stubs do not read.`);
  }
  const style = location === 'query' ? 'form' : 'simple';
  if ((parameter.style ?? style) !== style) {
    throw new Error(`${id} has ${name} in the style ${parameter.style}; only ${style} is read.`);
  }
  return {
    name,
    in: location,
    required: parameter.required ?? false,
    explode: parameter.explode ?? location === 'query',
    schema: stripDescriptions(schema),
  };
}

function responseEntry({ headers, content }: Response) {
  return {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, { required = false, schema }]) => [
        name.toLowerCase(),
        { required, schema: stripDescriptions(schema) },
      ]),
    ),
    content: contentEntry(content),
  };
}

function contentEntry(content: Content) {
  return mapValues(content, ({ schema }) => stripDescriptions(schema));
}
