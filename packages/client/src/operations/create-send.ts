import { credential } from '../core/credential.ts';
import type { Input, Operation, OperationData } from '../core/operation.ts';
import type { IdempotentRequestOptions } from '../core/request-options.ts';
import { type CallKeeper, createTransport, type Fetch } from '../core/transport.ts';

/** A timer for each call: the simplest way to keep the time. */
const timerEach: CallKeeper = {
  add(call) {
    // A longer timer overflows and fires at once.
    call.timer = setTimeout(call.giveUp, Math.min(call.timeoutMs, 2_147_483_647));
  },
  delete: (call) => clearTimeout(call.timer),
};

/**
 * How calls are sent. No variable of the environment is read.
 *
 * @example
 * const options: SendOptions = { apiKey: 'prk_test', baseUrl: environments.local, maxRetries: 3 };
 */
export interface SendOptions {
  /** The partner API key, `prk_…`; it or `accessToken`. Keep it on your servers. */
  apiKey?: string;
  /** The access token of a connection, `pra_…`. */
  accessToken?: string;
  /** The address of the service, which ends in `/api/v1`: your own, or one of `environments`. */
  baseUrl: string;
  /** Milliseconds until a call is given up: body, retries and waits included; 30000 if left out. */
  timeoutMs?: number;
  /** How many more attempts a call is given where that is safe; 2 if left out. */
  maxRetries?: number;
  /** Sends the requests in place of the platform's `fetch`. */
  fetch?: Fetch;
}

/**
 * Carries out one operation, as the client's own methods do: it gives the answer as plain data, or
 * rejects with a `PartnerRatingError` of the kind that fits.
 *
 * @example
 * const send: Send = createSend({ apiKey: 'prk_test', baseUrl: environments.local });
 */
export type Send = <Data extends OperationData, Answer>(
  operation: Operation<Data, Answer>,
  input?: Input<Data>,
  options?: IdempotentRequestOptions,
) => Promise<Answer>;

/**
 * Makes the function that carries out operations, for those who want few of them and small bundles:
 * what is not imported is not in yours. The error classes are those of `@partner-rating/client`.
 *
 * @throws TypeError where there is no credential that can be sent.
 *
 * @example
 * const send = createSend({ apiKey: 'prk_test', baseUrl: environments.local });
 * const member = await send(membersGet, { query: { memberId: '10482' } });
 */
export function createSend({ apiKey, accessToken, baseUrl, ...limits }: SendOptions): Send {
  return createTransport({
    ...limits,
    baseUrl,
    credential: credential(apiKey, accessToken),
    openCalls: timerEach,
  });
}
