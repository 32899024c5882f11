import { expect, it, vi } from 'vitest';
import { logFailure } from './log-failure.ts';
import { databaseTimeout } from './unreachable.ts';

it('logs a fault as an error, and what follows from an outage only at debug level', () => {
  const log = { debug: vi.fn(), error: vi.fn() };
  const fault = { err: new TypeError('rows is not iterable') };
  logFailure(log, fault, 'a page failed');
  expect(log.error).toHaveBeenCalledExactlyOnceWith(fault, 'a page failed');
  expect(log.debug).not.toHaveBeenCalled();

  const outage = { err: databaseTimeout() };
  logFailure(log, outage, 'a page failed');
  expect(log.debug).toHaveBeenCalledExactlyOnceWith(outage, 'a page failed');
  expect(log.error).toHaveBeenCalledOnce();
});
