import { isUnreachable } from '@partner-rating/server';
import { expect, it } from 'vitest';
import { asUnreachable, databaseTimeout } from './unreachable.ts';

it.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
])('knows an outage by the words of the driver: %s', (message) => {
  const error = asUnreachable(new Error(message));
  expect(isUnreachable(error)).toBe(true);
  expect(error).toMatchObject({ message, cause: { message } });
});

it('leaves any other error as it is', () => {
  const fault = new TypeError('rows is not iterable');
  const refusal = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (const error of [fault, refusal, 'a string']) expect(asUnreachable(error)).toBe(error);
});

it('is an outage when the database says nothing', () => {
  expect(isUnreachable(databaseTimeout())).toBe(true);
});
