import { contract } from '@partner-rating/spec/contract';
import type { Operation, Parameter } from '@partner-rating/spec/document';
import { invalidValues, mutatedBodies } from './mutations.ts';
import { encode, onWire, type ValidRequest, type WireRequest } from './requests.ts';
import { isValid, readText } from './validation.ts';

/** A request with one error. */
export interface InvalidRequest {
  what: string;
  /** Null if the request is still valid. */
  make: () => WireRequest | null;
  /**
   * The allowed outcomes: a refusal that the operation documents, any documented response, or a
   * problem that no operation documents because the request reaches none.
   */
  outcome: 'refusal' | 'answer' | 'problem';
}

/** The headers that authenticate a request. */
export type Credential = Record<string, string>;

const beyondEveryLimit = Buffer.from(`{"x":"${'x'.repeat(6_000_000)}"}`);

/** Lists every way to make one part of this request invalid. */
export function invalidRequests(
  operation: Operation,
  valid: ValidRequest,
  credential: Credential,
): InvalidRequest[][] {
  const wire = onWire(operation, valid, credential);
  return [
    wrongBodies(operation, valid, wire),
    wrongParameters(operation, valid, credential),
    wrongTargets(operation, wire),
    wrongTransfers(operation, valid, wire),
    wrongMethods(operation, wire),
    wrongPaths(operation, wire),
  ].filter((requests) => requests.length > 0);
}

function wrongBodies(
  operation: Operation,
  { contentType, body }: ValidRequest,
  wire: WireRequest,
): InvalidRequest[] {
  const schema = contentType === null ? undefined : operation.body?.content[contentType]?.schema;
  if (contentType === null || schema === undefined) return [];
  return mutatedBodies(schema, body).map(({ what, make }) => ({
    what,
    make: () => {
      const changed = make();
      if (changed === null || !(contentType.endsWith('json') || isForm(changed.body))) return null;
      return { ...wire, body: encode(contentType, changed.body) };
    },
    outcome: 'refusal',
  }));
}

// A form has only texts, and an empty one counts as missing (RFC 6749 §3.2).
function isForm(body: unknown): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    Object.values(body).every((value) => typeof value === 'string' && value !== '')
  );
}

function wrongParameters(
  operation: Operation,
  valid: ValidRequest,
  credential: Credential,
): InvalidRequest[] {
  return operation.parameters.flatMap((parameter): InvalidRequest[] => {
    const { name } = parameter;
    const others = valid.parameters.filter((pair) => pair[0].name !== name);
    const missing: InvalidRequest = {
      what: `no ${name}`,
      make: () => onWire(operation, { ...valid, parameters: others }, credential),
      outcome: 'refusal',
    };
    // This query replaces all other parameters.
    const isReplaced =
      name !== 'client_id' && others.some((pair) => pair[0].name === 'request_uri');
    const wrong = [...invalidValues(parameter.schema)]
      .filter(([, value]) => isWrongText(operation, parameter, value))
      .map(([what, value]): InvalidRequest => {
        const parameters: ValidRequest['parameters'] = [...others, [parameter, String(value)]];
        return {
          what: `${what} as ${name}`,
          make: () => onWire(operation, { ...valid, parameters }, credential),
          outcome: isReplaced ? 'answer' : 'refusal',
        };
      });
    if (parameter.in === 'header') return [...wrong, repeatedHeader(parameter, others)];
    // Without this parameter, the path is a different one.
    return parameter.required && parameter.in !== 'path' ? [missing, ...wrong] : wrong;
  });

  // The other targets cover repeated query parameters.
  function repeatedHeader(
    { name, schema }: Parameter,
    others: ValidRequest['parameters'],
  ): InvalidRequest {
    const wire = onWire(operation, { ...valid, parameters: others }, credential);
    const value = String(contract.firstExample(schema));
    return {
      what: `${name} twice`,
      make: () => ({ ...wire, headers: { ...wire.headers, [name]: [value, value] } }),
      outcome: 'refusal',
    };
  }
}

function isWrongText(
  { id }: Operation,
  { schema, in: location }: Parameter,
  value: unknown,
): boolean {
  if (typeof value === 'object') return false;
  const text = String(value);
  // Headers cannot contain these characters, and in a path they change the route.
  if (location !== 'query' && !/^[\x21-\x7e]{1,4000}$/.test(text)) return false;
  if (location === 'query' && (!text.isWellFormed() || text.length > 4_000)) return false;
  // The parameters of the authorization page follow the same rule (RFC 6749 §3.1).
  if (text === '' && id === 'oauth.showAuthorization') return false;
  const { type, items } = contract.resolve(schema);
  if (type === 'array') return text !== '' && !isValid(items ?? {}, readText(items ?? {}, text));
  return !isValid(schema, readText(schema, text));
}

function wrongTargets({ id, parameters }: Operation, wire: WireRequest): InvalidRequest[] {
  // The authorization page ignores unknown parameters (RFC 6749 §3.1).
  const ignores = id === 'oauth.showAuthorization';
  const [path = '', query = ''] = wire.target.split('?', 2);
  // Only a list may be repeated.
  const single = parameters.filter(
    ({ in: location, schema }) => location === 'query' && contract.resolve(schema).type !== 'array',
  );
  const sent = (what: string, extra: string): InvalidRequest => ({
    what,
    make: () => ({ ...wire, target: `${path}?${[query, extra].filter(Boolean).join('&')}` }),
    outcome: ignores ? 'answer' : 'refusal',
  });
  return [
    sent('an unknown parameter', 'unexpected=1'),
    sent('an unknown parameter without a value', 'unexpected'),
    sent('a percent sign that encodes nothing', 'unexpected=%zz'),
    sent('NUL', 'unexpected=%00'),
    sent('an incomplete UTF-8 character', 'unexpected=%C3'),
    sent('a lone surrogate', 'unexpected=%ED%A0%80'),
    sent('__proto__', '__proto__=1'),
    ...single.map(({ name, schema }) => {
      const value = encodeURIComponent(String(contract.firstExample(schema)));
      return sent(`${name} twice`, `${name}=${value}&${name}=${value}`);
    }),
    {
      ...sent('a target that is too long', `unexpected=${'x'.repeat(20_000)}`),
      outcome: 'problem',
    },
  ];
}

function wrongTransfers(
  operation: Operation,
  { contentType }: ValidRequest,
  wire: WireRequest,
): InvalidRequest[] {
  if (contentType === null || wire.body === null) return [];
  const { body, headers } = wire;
  const transfer = (what: string, changes: Partial<WireRequest>): InvalidRequest => ({
    what,
    make: () => ({ ...wire, ...changes }),
    outcome: 'refusal',
  });
  const typed = (type: string) => ({ headers: { ...headers, 'content-type': type } });
  const bytes = (text: string) => ({ body: Buffer.from(text) });
  const isJson = contentType.endsWith('json');
  const taken = Object.keys(operation.body?.content ?? {});
  return [
    ...[
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'nonsense',
      'application/json; charset=latin1',
    ]
      .filter((type) => !taken.includes(type))
      .map((type) => transfer(`the content type ${type}`, typed(type))),
    transfer('a compressed body', { headers: { ...headers, 'content-encoding': 'gzip' } }),
    ...(operation.body?.required ? [transfer('no body', { body: Buffer.alloc(0) })] : []),
    ...(isJson
      ? [
          transfer('a truncated body', { body: body.subarray(0, body.length - 1) }),
          transfer('no UTF-8', { body: Buffer.concat([body.subarray(0, 1), Buffer.from([0xff])]) }),
          transfer('deep lists', bytes('['.repeat(5_000) + ']'.repeat(5_000))),
          transfer('deep objects', bytes(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`)),
          transfer('a trailing comma', bytes(`${body.toString().slice(0, -1)},}`)),
          transfer('__proto__', bytes(`{"__proto__":{"dryRun":true},${body.toString().slice(1)}`)),
          transfer('an invalid number', bytes('NaN')),
          transfer('a body that is too large', { body: beyondEveryLimit }),
        ]
      : [transfer('a field with invalid encoding', bytes(`${body.toString()}&token=%zz`))]),
  ];
}

function wrongMethods({ path }: Operation, wire: WireRequest): InvalidRequest[] {
  const taken = contract.operations().filter((operation) => operation.path === path);
  const untaken = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'].filter(
    (method) => taken.every((operation) => operation.method !== method),
  );
  return untaken.map((method) => ({
    what: `the method ${method}`,
    make: () => ({ ...wire, method }),
    outcome: 'problem',
  }));
}

const oddSteps = ['%00', '%zz', '%ED%A0%80', '..%2F..', '%2e%2e', '~', 'x'.repeat(3_000)];

function wrongPaths({ path }: Operation, wire: WireRequest): InvalidRequest[] {
  const odd = (target: string): InvalidRequest => ({
    what: 'an unknown path',
    make: () => ({ ...wire, target }),
    outcome: 'problem',
  });
  return oddSteps.flatMap((step) => [
    odd(`${path.replace(/\{\w+\}/, 'x')}/${step}`),
    ...(path.includes('{') ? [odd(path.replace(/\{\w+\}/, step))] : []),
  ]);
}
