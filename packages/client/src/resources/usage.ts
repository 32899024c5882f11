import type { ClientSend } from '../core/client-send.ts';
import type { RequestOptions } from '../core/request-options.ts';
import type { ResponsePromise } from '../core/response-promise.ts';
import type { Usage as UsageReport } from '../generated/types.gen.ts';
import { usageGet } from '../operations/operations.gen.ts';

/**
 * The operation `usage.get`: how much of your rate limit is used.
 *
 * @example
 * const { remaining } = await client.usage.get();
 */
export class Usage {
  readonly #send: ClientSend;

  /** @internal */
  constructor(send: ClientSend) {
    this.#send = send;
  }

  /**
   * Returns the requests of your application with its API keys in the current window, how many remain,
   * and when it resets.
   *
   * @example
   * const { requests, limit, remaining } = await client.usage.get();
   */
  get(options?: RequestOptions): ResponsePromise<UsageReport> {
    return this.#send(usageGet, {}, options);
  }
}
