import type { OpenApiDocument } from '@partner-rating/spec/document';
import { createLogger } from '@stoplight/prism-core';
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpMockConfig,
  type IHttpRequest,
} from '@stoplight/prism-http';
import { type Answer, BASE_PATH, contract } from './contract.ts';

/** A fault that Prism finds in a request. */
export type Fault = { path?: string[]; code?: string | number; message: string };

/** Which answer is wanted of the ones the contract has. */
export interface Choice {
  code?: number;
  exampleKey?: string;
  dynamic?: boolean;
}

/** An answer out of the contract, and what the contract has against the request. */
export interface PrismAnswer extends Answer {
  faults: Fault[];
}

/**
 * Finds the answer to a request; with `check: false` the request itself is not looked at. What is
 * made up comes of another copy of the contract, which no request may be checked against.
 */
export type Prism = (
  request: IHttpRequest,
  choice: Choice,
  options: { check: boolean },
) => Promise<PrismAnswer>;

const shortList = 3;

const operations = once(() => prismOperations(contract.document));
const shortOperations = once(() => prismOperations(withShortLists(contract.document)));

/** Prism over the contract. */
export async function createPrism(): Promise<Prism> {
  await operations();
  const prism = createInstance(configuration({}, true), {
    logger: createLogger('mock', { level: 'silent' }),
  });

  return async (request, choice, { check }) => {
    const known = await (choice.dynamic ? shortOperations() : operations());
    const result = await prism.request(request, known, configuration(choice, check))();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    const headers = textHeaders(output.headers ?? {}, output.body !== undefined);
    return {
      status: output.statusCode,
      headers,
      body: bodyText(output.body, headers['content-type']),
      faults: validations.input,
    };
  };
}

/** Made at the first need and kept, since it takes a while. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function configuration(choice: Choice, check: boolean): IHttpMockConfig {
  return {
    isProxy: false,
    upstreamProxy: undefined,
    errors: false,
    checkSecurity: check,
    validateRequest: check,
    validateResponse: false,
    mock: { dynamic: false, ...choice },
  };
}

/** Prism takes no notice of the path in `servers`, so the paths carry it. */
function prismOperations(source: OpenApiDocument) {
  const paths = Object.entries(source.paths).map(([path, item]) => [BASE_PATH + path, item]);
  return getHttpOperationsFromSpec({
    ...source,
    servers: [{ url: '/' }],
    paths: Object.fromEntries(paths),
  });
}

/** Prism makes up lists and maps as large as they may be, and those inside others fill the memory. */
function withShortLists(source: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(source), (keyword, value) =>
    keyword === 'maxItems' || keyword === 'maxProperties' ? Math.min(value, shortList) : value,
  );
}

function textHeaders(headers: Record<string, unknown>, hasBody: boolean): Record<string, string> {
  const given = Object.entries(headers).filter(
    ([name, value]) => value !== null && (hasBody || name.toLowerCase() !== 'content-type'),
  );
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function bodyText(body: unknown, contentType: string | undefined): string | undefined {
  if (body === undefined) return undefined;
  return contentType?.includes('json') ? JSON.stringify(body) : String(body);
}
