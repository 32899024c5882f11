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

it.each(['ProcessInterrupts', 'ProcessRecoveryConflictInterrupt'])(
  'knows a read that a standby canceled by the function that raised it: %s',
  (routine) => {
    const message = 'canceling statement due to conflict with recovery';
    const error = Object.assign(new Error(message), { code: '40001', routine });
    expect(isUnreachable(asUnreachable(error))).toBe(true);
    const retried = Object.assign(new Error(), { code: '40001', routine: 'ExecUpdate' });
    expect(asUnreachable(retried)).toBe(retried);
  },
);

it('leaves any other error as it is', () => {
  const fault = new TypeError('rows is not iterable');
  const refusal = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (const error of [fault, refusal, 'a string']) expect(asUnreachable(error)).toBe(error);
});

it('is an outage when the database says nothing', () => {
  expect(isUnreachable(databaseTimeout())).toBe(true);
});
