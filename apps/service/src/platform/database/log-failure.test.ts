import { expect, it, vi } from 'vitest';
import { logFailure } from './log-failure.ts';
import { databaseSilence } from './unreachable.ts';

it('tells a fault as an error, and what comes of an outage only to those who look closer', () => {
  const log = { debug: vi.fn(), error: vi.fn() };
  const fault = { err: new TypeError('rows is not iterable') };
  logFailure(log, fault, 'a page failed');
  expect(log.error).toHaveBeenCalledExactlyOnceWith(fault, 'a page failed');
  expect(log.debug).not.toHaveBeenCalled();

  const outage = { err: databaseSilence() };
  logFailure(log, outage, 'a page failed');
  expect(log.debug).toHaveBeenCalledExactlyOnceWith(outage, 'a page failed');
  expect(log.error).toHaveBeenCalledOnce();
});
