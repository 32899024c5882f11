import { expect } from 'vitest';

/**
 * Runs something whose timeout has to pass until it comes to what is expected, each time with twice
 * the timeout: one is long enough, however busy the machine is.
 */
export function withGrowingTimeout<Result>(run: (timeoutMilliseconds: number) => Promise<Result>) {
  let timeoutMilliseconds = 250;
  return expect.poll(async () => {
    timeoutMilliseconds *= 2;
    return await run(timeoutMilliseconds);
  });
}
