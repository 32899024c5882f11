import { ProblemError } from '../reply/problem-error.ts';
import { type ErrorItem, maxErrors } from '../schema/errors.ts';
import type { Operation } from '../schema/operation-table.ts';
import { bodyReader } from './body.ts';
import { headerReader, pathReader, queryReader } from './parameters.ts';
import type { ReceivedMessage } from './request-head.ts';
import { rawQuery } from './url-encoded.ts';

/** The parsed parts of a request. */
export interface ReceivedRequest {
  path: unknown;
  query: unknown;
  headers: unknown;
  contentType: string | undefined;
  body: unknown;
}

type RequestReader = (message: ReceivedMessage) => ReceivedRequest;

const readers = new WeakMap<Operation, RequestReader>();

/**
 * Returns a function that parses and validates the requests of an operation. The function is created once per process,
 * even if an application is built several times.
 */
export function requestReader(operation: Operation): RequestReader {
  const reader = readers.get(operation) ?? createReader(operation);
  readers.set(operation, reader);
  return reader;
}

function createReader(operation: Operation): RequestReader {
  if (operation.errorFormat === 'html') {
    const rest = { path: {}, headers: {}, contentType: undefined, body: undefined };
    return ({ head }) => ({ ...rest, query: rawQuery(head.url ?? '') });
  }
  const readPath = pathReader(operation);
  const readQuery = queryReader(operation);
  const readHeaders = headerReader(operation);
  const readBody = bodyReader(operation);
  return (message) => {
    const errors: ErrorItem[] = [];
    const path = readPath(message, errors);
    const query = readQuery(message, errors);
    const headers = readHeaders(message, errors);
    const { contentType, body } = readBody(message, errors);
    if (errors.length > 0) throw validationFailed(errors);
    return { path, query, headers, contentType, body };
  };
}

/** Returns the error of a request with errors. */
export function validationFailed(errors: readonly ErrorItem[]): ProblemError {
  const many = errors.length > maxErrors;
  const count = many ? `more than ${maxErrors} places` : counted(errors.length);
  const detail = many
    ? `The request does not fit the contract in ${count}; the first ${maxErrors} are in errors.`
    : `The request does not fit the contract in ${count}; see errors.`;
  return new ProblemError('validation_failed', { detail, errors: errors.slice(0, maxErrors) });
}

function counted(count: number): string {
  return count === 1 ? '1 place' : `${count} places`;
}
