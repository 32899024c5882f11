import { describe, expect, test } from 'vitest';
import { type ErrorItem, maxErrors } from '../schema/errors.ts';
import { operationWith, parameter } from '../testing/made-up-operation.ts';
import { requestReader, validationFailed } from './request-reader.ts';

function manyErrors(count: number): ErrorItem[] {
  const detail = 'This must be an integer.';
  return Array.from({ length: count }, (_, index) => ({
    pointer: `/${index}`,
    code: 'type',
    detail,
  }));
}

describe('a request', () => {
  const parameters = [parameter('count', { type: 'integer' })];
  const message = (url?: string) => ({
    head: { ...(url !== undefined && { url }), headers: {}, rawHeaders: [] },
    ...{ params: {}, body: undefined },
  });

  test('is read by the reader of its operation, which is created once', () => {
    const operation = operationWith({ parameters });
    const read = requestReader(operation);
    expect(read(message('/a?count=7')).query).toEqual({ count: 7 });
    expect(() => read(message('/a?count=x'))).toThrow('does not fit the contract in 1 place');
    expect(requestReader(operation)).toBe(read);
  });

  test('is not validated if its errors are pages', () => {
    const read = requestReader(operationWith({ parameters, errorFormat: 'html' }));
    const rest = { path: {}, headers: {}, contentType: undefined, body: undefined };
    expect(read(message('/a?count=x&count=y'))).toEqual({ ...rest, query: { count: ['x', 'y'] } });
    expect(read(message()).query).toEqual({});
  });
});

describe('the error of a request with errors', () => {
  test('lists at most 100 errors, and says that there are more', () => {
    const { errors, detail } = validationFailed(manyErrors(maxErrors + 1));
    expect(errors).toHaveLength(maxErrors);
    expect(detail).toBe(
      'The request does not fit the contract in more than 100 places; the first 100 are in errors.',
    );
  });

  test('counts up to 100 errors', () => {
    expect(validationFailed(manyErrors(maxErrors)).detail).toContain('in 100 places; see errors.');
    expect(validationFailed(manyErrors(1)).detail).toBe(
      'The request does not fit the contract in 1 place; see errors.',
    );
    expect(validationFailed(manyErrors(2)).detail).toContain('in 2 places');
  });
});
