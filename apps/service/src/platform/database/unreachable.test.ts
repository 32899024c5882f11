import { isUnreachable } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { expect, it, vi } from 'vitest';
import { asUnreachable, databaseTimeout, logFailure } from './unreachable.ts';

testRows([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
])('an outage is recognized by the message of the driver', (message) => {
  const error = asUnreachable(new Error(message));
  expect(isUnreachable(error)).toBe(true);
  expect(error).toMatchObject({ message, cause: { message } });
});

testRows(['ProcessInterrupts', 'ProcessRecoveryConflictInterrupt'])(
  'a read that a standby canceled is recognized by the function that raised the error',
  (routine) => {
    const message = 'canceling statement due to conflict with recovery';
    const error = Object.assign(new Error(message), { code: '40001', routine });
    expect(isUnreachable(asUnreachable(error))).toBe(true);
    const retried = Object.assign(new Error(), { code: '40001', routine: 'ExecUpdate' });
    expect(asUnreachable(retried)).toBe(retried);
  },
);

it('any other error is returned unchanged', () => {
  const bug = new TypeError('rows is not iterable');
  const refusal = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (const error of [bug, refusal, 'a string']) expect(asUnreachable(error)).toBe(error);
});

it('a database that does not respond counts as an outage', () => {
  expect(isUnreachable(databaseTimeout())).toBe(true);
});

it('an error is logged as an error, but the effects of an outage only at debug level', () => {
  const log = { debug: vi.fn(), error: vi.fn() };
  const error = { err: new TypeError('rows is not iterable') };
  logFailure(log, error, 'a page failed');
  expect(log.error).toHaveBeenCalledExactlyOnceWith(error, 'a page failed');
  expect(log.debug).not.toHaveBeenCalled();

  const outage = { err: databaseTimeout() };
  logFailure(log, outage, 'a page failed');
  expect(log.debug).toHaveBeenCalledExactlyOnceWith(outage, 'a page failed');
  expect(log.error).toHaveBeenCalledOnce();
});
