import { clientContract, contract } from '@partner-rating/spec/contract';
import type { Operation, Parameter, Schema } from '@partner-rating/spec/document';
import fc from 'fast-check';
import { type Known, sometimes, valuesOf } from './values.ts';

/** A request as it is sent. */
export interface WireRequest {
  method: string;
  /** Path and query, below the base URL. */
  target: string;
  /** By name. A header with several values is sent several times. */
  headers: Record<string, string | string[]>;
  body: Buffer | null;
}

/** A request that is valid by the document, in parts. */
export interface ValidRequest {
  parameters: [parameter: Parameter, value: unknown][];
  contentType: string | null;
  body: unknown;
}

/** Returns requests of the operation that are valid by the document. */
export function validRequests(operation: Operation, known: Known): fc.Arbitrary<ValidRequest> {
  // The aliases of a field exclude the field itself. With all of them, hardly any request succeeds.
  const own = clientContract.operations().find(({ id }) => id === operation.id) ?? operation;
  const parameters = fc
    .constantFrom(own, own, operation)
    .chain((named) => fc.tuple(...named.parameters.map((one) => parameterValues(one, known))))
    .map((pairs) => pairs.filter(([, value]) => value !== undefined));
  const { content = {}, required = false } = operation.body ?? {};
  const bodies = Object.entries(content).map(([contentType, { schema }]) =>
    valuesOf(schema, known).map((body) => ({ contentType: contentType as string | null, body })),
  );
  const none = fc.constant({ contentType: null, body: undefined as unknown });
  const body = fc.oneof(...bodies, ...(required ? [] : [none]));
  return fc.tuple(parameters, body).map(([pairs, sent]) => ({ parameters: pairs, ...sent }));
}

function parameterValues(parameter: Parameter, known: Known): fc.Arbitrary<[Parameter, unknown]> {
  const values = valuesOf(parameter.schema, known, parameter.name);
  const chosen = parameter.required ? values : sometimes(values);
  return chosen.map((value) => [parameter, value]);
}

/** Returns the request as it is sent. */
export function onWire(
  operation: Operation,
  { parameters, contentType, body }: ValidRequest,
  credential: Record<string, string>,
): WireRequest {
  const located = (location: Parameter['in']) =>
    parameters.filter(([parameter]) => parameter.in === location);
  const path = located('path').reduce(
    (filled, [{ name }, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
  const query = located('query').map(
    ([{ name, schema }, value]) => `${name}=${queryValue(schema, value)}`,
  );
  const headers = located('header').map(([{ name }, value]) => [name, String(value)] as const);
  return {
    method: operation.method,
    target: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: {
      ...credential,
      ...Object.fromEntries(headers),
      ...(contentType !== null && { 'content-type': contentType }),
    },
    body: contentType === null ? null : encode(contentType, body),
  };
}

function queryValue(schema: Schema, value: unknown): string {
  const encoded = [value].flat().map((item) => encodeURIComponent(String(item)));
  return contract.resolve(schema).type === 'array' ? encoded.join(',') : encoded.join('');
}

export function encode(contentType: string, body: unknown): Buffer {
  return Buffer.from(
    contentType === 'application/x-www-form-urlencoded'
      ? new URLSearchParams(body as Record<string, string>).toString()
      : JSON.stringify(body),
  );
}

/** Returns the curl command that sends the request to your own service. */
export function toCurl({ method, target, headers, body }: WireRequest): string {
  const parts = [
    `curl -i -X ${method} ${quoted(`http://localhost:3001/api/v1${target}`)}`,
    ...Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value) => `-H ${headerArgument(name, value)}`),
    ),
  ];
  if (body !== null && body.length > 0) {
    parts.unshift(`base64 -d <<< '${body.toString('base64')}' |`);
    parts.push('--data-binary @-');
  }
  return parts.join(' ');
}

// The fuzzed service and its credentials no longer exist.
function headerArgument(name: string, value: string): string {
  if (name === 'x-api-key') return '"x-api-key: $API_KEY"';
  if (value.startsWith('Bearer pra_')) return '"authorization: Bearer $ACCESS_TOKEN"';
  return quoted(`${name}: ${value}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
