import type { RequestOptions } from '../core/request-options.ts';
import type { PendingAnswer } from '../core/response-promise.ts';
import type { Send } from '../core/send.ts';
import type { Usage as UsageReport } from '../generated/types.gen.ts';
import { usageGet } from '../operations/operations.gen.ts';

/**
 * The operation `usage.get`: how much of your limit is used.
 *
 * @example
 * const { remaining } = await client.usage.get();
 */
export class Usage {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * The requests of this API key in the running window, how many remain, and when it is over.
   *
   * @example
   * const { requests, limit, remaining } = await client.usage.get();
   */
  get(options?: RequestOptions): PendingAnswer<UsageReport> {
    return this.#send(usageGet, {}, options);
  }
}
