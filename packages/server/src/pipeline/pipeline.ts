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
import { consoleLogger } from '../request/logger.ts';
import type { Principal } from '../request/principal.ts';
import { pathOf, type RequestHead } from '../request/request-head.ts';
import { newRequestId } from '../request/request-id.ts';
import type { Operation } from '../schema/operation-table.ts';
import { type Answer, addHeaders, type Exchange } from './exchange.ts';
import { handlerOf } from './missing-handler.ts';
import { methodNotAllowed, unknownAddress } from './no-route.ts';
import type { PipelineOptions } from './options.ts';
import { router } from './router.ts';
import type { ServedDocument } from './served-document.ts';
import { type AnyOptions, type ServedOperation, servedOperation } from './served-operation.ts';

const ownDocument: ServedDocument = { operations, securitySchemes };

/** Everything from a request to its response, without a framework. */
export interface Pipeline {
  /**
   * Whether a path is the API's: one below the prefix or, without a prefix, one of the document.
   */
  owns(path: string): boolean;
  /** Answers a request. It never rejects: an error is an answer too. */
  answer(exchange: Exchange): Promise<Answer> | Answer;
}

/** Creates the pipeline of a server. */
export function createPipeline<P extends Principal, Raw>(
  options: PipelineOptions<P, Raw>,
  { operations, securitySchemes }: ServedDocument = ownDocument,
): Pipeline {
  const { prefix = '', problemTypeBase, errorPage = plainErrorPage, log = consoleLogger } = options;
  const errorOptions: ErrorResponseOptions = { problemTypeBase, errorPage };
  const anyOptions = { ...options, log } as unknown as AnyOptions;
  const served = operations.map((operation) =>
    servedOperation(operation, handlerOf(operation, options), anyOptions, securitySchemes),
  );
  const find = router(served, prefix);

  return { owns, answer };

  function owns(path: string): boolean {
    if (prefix !== '') return path === prefix || path.startsWith(`${prefix}/`);
    try {
      return find(path) !== undefined;
    } catch {
      return false;
    }
  }

  function answer(exchange: Exchange): Promise<Answer> | Answer {
    const { head } = exchange;
    const headers = { 'x-request-id': newRequestId() };
    const answer: Answer = { status: 204, headers, body: undefined };
    let operation: Operation | null = null;
    try {
      const error = hostError(head);
      if (error !== null) throw error;
      const found = find(pathOf(head));
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
          .catch((thrown: unknown) => respondWithError(answer, operation, thrown))
          .then(() => checked(answer, operation, head.method));
      }
    } catch (thrown) {
      respondWithError(answer, operation, thrown);
    }
    return checked(answer, operation, head.method);
  }

  function respondWithError(answer: Answer, operation: Operation | null, thrown: unknown): void {
    const error = normalizeError(thrown);
    logFailure(error, log);
    const requestId = String(answer.headers['x-request-id']);
    const response = errorResponse(error, operation, requestId, errorOptions);
    answer.status = response.status;
    answer.body = response.body;
    addHeaders(answer, answerHeaders);
    addHeaders(answer, response.headers);
    answer.headers['content-type'] = response.contentType;
  }

  function checked(answer: Answer, operation: Operation | null, method?: string): Answer {
    if (!options.validateResponses || operation === null) return answer;
    const { status, body, headers } = answer;
    const header = (name: string) => headers[name];
    const error = responseError(operation, { method, status, header, body });
    if (error !== null) {
      log.error({ errors: error.errors, statusCode: status }, error.detail);
      respondWithError(answer, null, error);
    }
    return answer;
  }
}

/** The answer to OPTIONS: the methods of a path. Throws where there are none, or for another method. */
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
