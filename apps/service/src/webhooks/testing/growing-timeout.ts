import { expect } from 'vitest';

/**
 * Runs something that must time out, with twice the timeout each time, until it has the expected result: so a busy machine
 * needs only more tries.
 */
export function withGrowingTimeout<Result>(run: (timeoutMilliseconds: number) => Promise<Result>) {
  let timeoutMilliseconds = 250;
  return expect.poll(async () => {
    timeoutMilliseconds *= 2;
    return await run(timeoutMilliseconds);
  });
}
