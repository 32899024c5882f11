import { schemas } from '../generated/schemas.gen.ts';
import { compileRequest } from '../schema/compiler.ts';
import { dereference, type SchemaObject } from '../schema/dereference.ts';
import { addErrors, type ErrorItem, errorsOf, token } from '../schema/errors.ts';
import type { JsonSchema, Operation, OperationParameter } from '../schema/operation-table.ts';
import { headerOf, type ReceivedMessage } from './request-head.ts';
import { isText } from './text.ts';
import { type Decoded, forEachPair, notText, queryOf, unreadable } from './url-encoded.ts';

/** The parameters of one location (query, path, or header), by name. */
export type ParameterValues = Record<string, unknown>;

/** Reads the parameters of one location from a request, and adds every error to `errors`. */
export type ReadParameters = (message: ReceivedMessage, errors: ErrorItem[]) => ParameterValues;

/**
 * Creates a reader of an operation's query: it splits lists, parses numbers and booleans, and fills in defaults. A list
 * may also be repeated, because generated clients in some languages send it so.
 */
export function queryReader(operation: Operation): ReadParameters {
  const parameters = new Map(
    parametersIn(operation, 'query').map((parameter) => [parameter.name, parameter]),
  );
  const known = [...parameters.keys()].join(', ');
  const check = checker('query', [...parameters.values()]);
  return ({ head }, errors) => {
    const query: ParameterValues = {};
    forEachPair(queryOf(head.url ?? ''), (name, value, encodedName) => {
      const parameter = typeof name === 'string' ? parameters.get(name) : undefined;
      if (parameter === undefined) {
        errors.push(unknownParameter(typeof name === 'string' ? name : encodedName, known));
        return;
      }
      const before = query[parameter.name];
      if (before !== undefined && !parameter.isList) {
        errors.push(repeated(parameter));
        return;
      }
      const read = readValue(value, parameter, errors);
      if (Array.isArray(before) && Array.isArray(read)) before.push(...read);
      else query[parameter.name] = read ?? before;
    });
    return check(query, errors);
  };
}

/** Creates a reader of an operation's path parameters, which the router has decoded. */
export function pathReader(operation: Operation): ReadParameters {
  const parameters = parametersIn(operation, 'path');
  if (parameters.length === 0) return none;
  const check = checker('path', parameters);
  return ({ params }, errors) => {
    const path: ParameterValues = {};
    for (const parameter of parameters) {
      const text = params[parameter.name] ?? '';
      path[parameter.name] = readValue(isText(text) ? text : notText, parameter, errors);
    }
    return check(path, errors);
  };
}

/** Creates a reader of an operation's header parameters, by lower-case name. */
export function headerReader(operation: Operation): ReadParameters {
  const parameters = parametersIn(operation, 'header').map((parameter) => ({
    ...parameter,
    name: parameter.name.toLowerCase(),
  }));
  if (parameters.length === 0) return none;
  const check = checker('headers', parameters);
  return ({ head }, errors) => {
    const headers: ParameterValues = {};
    for (const parameter of parameters) {
      const sent = headerOf(head, parameter.name);
      if (sent === undefined) continue;
      if (countOf(parameter.name, head.rawHeaders ?? []) > 1) {
        errors.push(repeated(parameter));
      }
      headers[parameter.name] = readValue(sent, parameter, errors);
    }
    return check(headers, errors);
  };
}

const noValues: ParameterValues = Object.freeze({});

function none(): ParameterValues {
  return noValues;
}

// Node joins header fields with the same name; only the raw list contains all of them.
function countOf(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}

interface Parameter {
  name: string;
  pointer: string;
  required: boolean;
  isList: boolean;
  type: unknown;
  schema: JsonSchema;
  fallback: unknown;
}

function parametersIn(operation: Operation, location: OperationParameter['in']): Parameter[] {
  return operation.parameters
    .filter((parameter) => parameter.in === location)
    .map((parameter) => {
      const schema = dereference(parameter.schema, schemas) as SchemaObject;
      const isList = schema.type === 'array';
      if (isList && parameter.explode) {
        throw new Error(`${operation.id}: ${parameter.name} is a list; give it explode: false.`);
      }
      const { type } = isList ? (schema.items as SchemaObject) : schema;
      const part = location === 'header' ? 'headers' : location;
      return {
        name: parameter.name,
        pointer: `/${part}/${token(part === 'headers' ? parameter.name.toLowerCase() : parameter.name)}`,
        required: parameter.required,
        isList,
        type,
        schema,
        fallback: schema.default,
      };
    });
}

function readValue(
  text: Decoded,
  { pointer, isList, type }: Parameter,
  errors: ErrorItem[],
): unknown {
  if (typeof text !== 'string') {
    errors.push(unreadable(text, pointer));
    return undefined;
  }
  if (!isList) return coerced(text, type);
  const items = text.split(',');
  return type === 'string' ? items : items.map((item) => coerced(item, type));
}

const integer = /^-?(?:0|[1-9]\d{0,15})$/;
const number = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/;

// Text that does not have the type stays unchanged, so the check of `type` fails.
function coerced(text: string, type: unknown): unknown {
  if (type === 'integer') {
    return integer.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
  }
  if (type === 'number') return number.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function checker(
  part: 'query' | 'path' | 'headers',
  parameters: readonly Parameter[],
): (values: ParameterValues, errors: ErrorItem[]) => ParameterValues {
  const validate = compileRequest({
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  });
  const defaults = parameters.filter(({ fallback }) => fallback !== undefined);
  return (values, errors) => {
    const found = validate(values);
    if (found !== null) addErrors(errorsOf(found, `/${part}`), errors);
    for (const { name, fallback } of defaults) values[name] ??= fallback;
    return values;
  };
}

function unknownParameter(name: string, known: string): ErrorItem {
  const advice = known === '' ? 'This operation has none.' : `The known ones are ${known}.`;
  return {
    pointer: `/query/${token(name)}`,
    code: 'additionalProperties',
    detail: `The query parameter is unknown. Remove it, or check its spelling. ${advice}`,
  };
}

function repeated({ pointer }: Parameter): ErrorItem {
  return { pointer, code: 'type', detail: 'The parameter is repeated. Send it once.' };
}
