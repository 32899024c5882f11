import type { PipelineOptions } from '../pipeline/options.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import type { DocumentOptions } from '../pipeline/served-document.ts';
import type { OperationParts } from '../reply/reply.ts';
import type { Principal } from '../request/principal.ts';
import { WebExchange, webResponse } from './web-exchange.ts';

/**
 * Creates a function from a `Request` to its `Response` that serves every operation of the document:
 * for Bun, Deno, a route of Next, or a test. `context.raw` is the `Request`.
 * It never rejects, and answers paths outside the document with 404.
 *
 * @example
 * ```ts
 * const handle = createHandler<Caller>({ prefix: '/api/v1', handlers, authenticate, problemTypeBase });
 * Bun.serve({ fetch: handle });
 * ```
 */
export function createHandler<P extends Principal = Principal>(
  options: PipelineOptions<P, Request>,
): (request: Request) => Promise<Response> {
  const pipeline = new Pipeline(options);
  return async (request) =>
    webResponse(await pipeline.answer(new WebExchange(request, request)), request.method);
}

/**
 * Creates a function from a `Request` to its `Response` that serves every operation of your own document, with
 * the same checks, errors, and limits. The generated files of the document contain its table and its types.
 */
export function createDocumentHandler<
  Parts extends { [Id in keyof Parts]: OperationParts },
  P extends Principal = Principal,
>(options: DocumentOptions<Parts, P, Request>): (request: Request) => Promise<Response> {
  const pipeline = new Pipeline(
    options as unknown as PipelineOptions<P, Request>,
    options.document,
  );
  return async (request) =>
    webResponse(await pipeline.answer(new WebExchange(request, request)), request.method);
}
