import type {
  Body,
  DocumentReader,
  JsonObject,
  Parameter,
  Response,
  Schema,
} from '@partner-rating/spec/document';
import type { Model, ModelOperation } from '../model/index.ts';
import { securitySchemes } from './operation-table.ts';
import { codesByStatus, headersField } from './response-types.ts';

/** The types of every operation: schemas for the type generator, and the map from operations to types. */
export interface OperationTypesSource {
  /** A schema for each type in the map, by type name. */
  schemas: Record<string, JsonObject>;
  /** The body of `operation-types.gen.ts`. */
  code: string;
}

/**
 * The type generator supports one media type for a body, and does not lower-case header names. So
 * each part of each operation becomes a schema, and the map from operations to parts is written
 * separately.
 *
 * @throws if two types would have the same name.
 */
export function operationTypes(
  { contract, operations }: Model,
  ownHeaders: string[],
): OperationTypesSource {
  const schemas: Record<string, JsonObject> = {};
  const typeOf = (name: string, schema: JsonObject): string => {
    if (name in schemas || name in contract.schemas) {
      throw new Error(`Two types would be named ${name}. Rename the schema in the document.`);
    }
    schemas[name] = schema;
    return `Types.${name}`;
  };
  const context = { contract, ownHeaders, typeOf };
  const entries = operations.map((operation) => entry(context, operation));
  const schemes = Object.entries(securitySchemes(contract)).map(
    ([name, scheme]) => `  ${name}: ${typeCode(scheme)};`,
  );
  return {
    schemas,
    code: [
      "import type * as Types from './types.gen.ts';",
      '',
      '/** The parts of every operation, by operationId. */',
      'export interface OperationTypes {',
      ...entries,
      '}',
      '',
      '/** Every `operationId` of the document. */',
      'export type OperationId = keyof OperationTypes;',
      '',
      '/** The security schemes of the document, by name. */',
      'export interface SecuritySchemes {',
      ...schemes,
      '}',
      '',
    ].join('\n'),
  };
}

function typeCode(facts: object): string {
  const fields = Object.entries(facts).map(([name, value]) => `${name}: '${value}'`);
  return `{ ${fields.join('; ')} }`;
}

interface Context {
  contract: DocumentReader;
  ownHeaders: string[];
  /** Names the type of a schema. */
  typeOf: (name: string, schema: JsonObject) => string;
}

function entry(context: Context, operation: ModelOperation): string {
  const { contract, typeOf } = context;
  const { id, typeName: name, parameters, body, responses, security } = operation;
  const isPage = operation.errorFormat === 'html';
  const part = (location: string): string => {
    const chosen = parameters.filter((parameter) => parameter.in === location);
    if (chosen.length === 0) return 'Record<string, never>';
    const title = { path: 'Path', query: 'Query', header: 'Headers' }[location];
    return typeOf(`${name}${title}`, parametersSchema(contract, chosen));
  };
  return [
    `  '${id}': {`,
    `    path: ${part('path')};`,
    `    query: ${isPage ? 'Readonly<Record<string, string | string[]>>' : part('query')};`,
    `    headers: ${part('header')};`,
    `    content: ${contentType(context, body, name)};`,
    `    reply: ${replyType(context, responses, name)};`,
    `    problems: ${codesByStatus(responses, 'application/problem+json', 'code')};`,
    `    oauthErrors: ${codesByStatus(responses, 'application/json', 'error')};`,
    `    credential: '${credential(security)}';`,
    '  };',
  ].join('\n');
}

function parametersSchema({ resolve }: DocumentReader, parameters: Parameter[]): JsonObject {
  const nameOf = ({ name, in: location }: Parameter): string =>
    location === 'header' ? name.toLowerCase() : name;
  return {
    type: 'object',
    additionalProperties: false,
    required: parameters
      .filter(
        ({ required, schema }) =>
          required || 'default' in resolve<Schema>(schema) || 'default' in schema,
      )
      .map(nameOf),
    properties: Object.fromEntries(
      parameters.map((parameter) => [
        nameOf(parameter),
        {
          ...parameter.schema,
          ...(parameter.description && { description: parameter.description }),
          ...(parameter.deprecated && { deprecated: true }),
        },
      ]),
    ),
  };
}

function contentType({ typeOf }: Context, body: Body | null, name: string): string {
  const nothing = '{ contentType: undefined; body: undefined }';
  if (body === null) return nothing;
  const kinds = Object.entries(body.content).map(([mediaType, { schema }]) => {
    const type = typeOf(`${name}${bodyName(mediaType)}`, schema);
    return `{ contentType: '${mediaType}'; body: ${type} }`;
  });
  return [...kinds, ...(body.required ? [] : [nothing])].join(' | ');
}

function bodyName(mediaType: string): string {
  const names: Record<string, string> = {
    'application/json': 'Body',
    'application/x-www-form-urlencoded': 'Form',
  };
  const name = names[mediaType];
  if (!name)
    throw new Error(`Bodies of type ${mediaType} are not read. Add them to src/request/body.ts.`);
  return name;
}

function replyType(
  { contract, ownHeaders, typeOf }: Context,
  responses: Record<string, Response>,
  name: string,
): string {
  const replies = Object.entries(responses).flatMap(([status, response]) => {
    const { content } = response;
    const headers = headersField(contract, response, ownHeaders);
    const mediaTypes = Object.entries(content);
    const isPage = 'text/html' in content;
    if (Number(status) >= 400 && !isPage) return [];
    if (mediaTypes.length === 0) return [`{ status: ${status}; body?: undefined; ${headers} }`];
    if (isPage) return [`{ status: ${status}; body: string; ${headers} }`];
    const [first] = mediaTypes;
    const body = typeOf(`${name}${status}`, first?.[1].schema ?? {});
    return [`{ status: ${status}; body: ${body}; ${headers} }`];
  });
  return replies.join(' | ');
}

function credential(security: { [scheme: string]: string[] }[]): 'required' | 'optional' | 'none' {
  if (security.length === 0) return 'none';
  const optional = security.some((alternative) => Object.keys(alternative).length === 0);
  return optional ? 'optional' : 'required';
}
