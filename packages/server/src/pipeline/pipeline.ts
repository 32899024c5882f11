// Handles a request from its start to its response, for all adapters except Fastify's.

import { operations, securitySchemes } from '../generated/operations.gen.ts';
import { answerHeaders } from '../reply/answer-headers.ts';
import {
  type ErrorResponseOptions,
  errorResponse,
  plainErrorPage,
} from '../reply/error-response.ts';
import { logFailure } from '../reply/failure.ts';
import { responseError } from '../reply/response-check.ts';
import { normalizeError } from '../reply/thrown-error.ts';
import { hostError } from '../request/host-header.ts';
import { consoleLogger, type Logger } from '../request/logger.ts';
import type { Principal } from '../request/principal.ts';
import { pathOf, type RequestHead } from '../request/request-head.ts';
import { newRequestId } from '../request/request-id.ts';
import type { Operation } from '../schema/operation-table.ts';
import { type Answer, addHeaders, type Exchange } from './exchange.ts';
import { handlerOf } from './missing-handler.ts';
import { methodNotAllowed, unknownAddress } from './no-route.ts';
import type { PipelineOptions } from './options.ts';
import { type FoundPath, router } from './router.ts';
import type { ServedDocument } from './served-document.ts';
import { type AnyOptions, ServedOperation } from './served-operation.ts';

const ownDocument: ServedDocument = { operations, securitySchemes };

/** Turns a request into its response, without a framework. */
export class Pipeline<P extends Principal, Raw> {
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #validatesResponses: boolean | undefined;
  readonly #errorOptions: ErrorResponseOptions;
  readonly #find: (path: string) => FoundPath<ServedOperation> | undefined;

  constructor(options: PipelineOptions<P, Raw>, document: ServedDocument = ownDocument) {
    const { prefix = '', problemTypeBase, errorPage = plainErrorPage } = options;
    const { log = consoleLogger, validateResponses } = options;
    this.#prefix = prefix;
    this.#log = log;
    this.#validatesResponses = validateResponses;
    this.#errorOptions = { problemTypeBase, errorPage };
    const { operations, securitySchemes } = document;
    const anyOptions = { ...options, log } as unknown as AnyOptions;
    const served = operations.map((operation) => {
      const handler = handlerOf(operation, options);
      return new ServedOperation(operation, handler, anyOptions, securitySchemes);
    });
    this.#find = router(served, prefix);
  }

  /** Returns whether a path belongs to the API: it is below the prefix or, without a prefix, in the document. */
  owns(path: string): boolean {
    if (this.#prefix !== '') return path === this.#prefix || path.startsWith(`${this.#prefix}/`);
    try {
      return this.#find(path) !== undefined;
    } catch {
      return false;
    }
  }

  /** Answers a request. Never rejects: an error is also an answer. */
  answer(exchange: Exchange): Promise<Answer> | Answer {
    const { head } = exchange;
    const headers = { 'x-request-id': newRequestId() };
    const answer: Answer = { status: 204, headers, body: undefined };
    let operation: Operation | null = null;
    try {
      const error = hostError(head);
      if (error !== null) throw error;
      const found = this.#find(pathOf(head));
      const target = found?.byMethod.get(head.method ?? '');
      if (found === undefined || target === undefined) {
        respondWithMethods(answer, head, found?.byMethod);
        return answer;
      }
      operation = target.operation;
      addHeaders(answer, target.headers);
      const pending = target.complete(answer, exchange, found.params);
      if (pending !== undefined) {
        return pending
          .catch((thrown: unknown) => this.#respondWithError(answer, operation, thrown))
          .then(() => this.#checked(answer, operation, head.method));
      }
    } catch (thrown) {
      this.#respondWithError(answer, operation, thrown);
    }
    return this.#checked(answer, operation, head.method);
  }

  #respondWithError(answer: Answer, operation: Operation | null, thrown: unknown): void {
    const error = normalizeError(thrown);
    logFailure(error, this.#log);
    const requestId = String(answer.headers['x-request-id']);
    const response = errorResponse(error, operation, requestId, this.#errorOptions);
    answer.status = response.status;
    answer.body = response.body;
    addHeaders(answer, answerHeaders);
    addHeaders(answer, response.headers);
    answer.headers['content-type'] = response.contentType;
  }

  #checked(answer: Answer, operation: Operation | null, method?: string): Answer {
    if (!this.#validatesResponses || operation === null) return answer;
    const { status, body, headers } = answer;
    const header = (name: string) => headers[name];
    const error = responseError(operation, { method, status, header, body });
    if (error !== null) {
      this.#log.error({ errors: error.errors, statusCode: status }, error.detail);
      this.#respondWithError(answer, null, error);
    }
    return answer;
  }
}

/** Returns the answer to OPTIONS: the methods of a path. Throws for an unknown path, or for another method. */
function respondWithMethods(
  answer: Answer,
  head: RequestHead,
  byMethod: ReadonlyMap<string, ServedOperation> | undefined,
): void {
  if (byMethod === undefined) throw unknownAddress(pathOf(head));
  const { method } = head;
  const methods = [...byMethod.keys(), 'OPTIONS'].sort();
  if (method !== 'OPTIONS') throw methodNotAllowed(method, methods);
  answer.headers.allow = methods.join(', ');
}
