import { credentialHeader } from '../core/credential-header.ts';
import type { Input, Operation, OperationData } from '../core/operation.ts';
import type {
  ConditionalRequestOptions,
  IdempotentRequestOptions,
} from '../core/request-options.ts';
import type { ResponsePromise } from '../core/response-promise.ts';
import { createTransport } from '../core/transport.ts';
import type { Fetch } from '../core/transport-settings.ts';

/**
 * The options of `createSend`. It reads no environment variables.
 *
 * @example
 * const options: SendOptions = { apiKey: 'prk_test', baseUrl: environments.local, maxRetries: 3 };
 */
export interface SendOptions {
  /** The partner API key, `prk_…`, unless there is an `accessToken`. Keep it on your servers. */
  apiKey?: string | undefined;
  /** The access token of a connection, `pra_…`. */
  accessToken?: string;
  /** The URL of the service, which ends in `/api/v1`: your own, or one of `environments`. */
  baseUrl: string;
  /** The timeout of a call in milliseconds, including body, retries, and waits. Default: 30000. */
  timeoutMs?: number;
  /** The timeout of an attempt, if a retry can follow it. Default: half of `timeoutMs`. */
  attemptTimeoutMs?: number;
  /** How often a call is retried, if a retry is safe. Default: 2. */
  maxRetries?: number;
  /** Sends the requests instead of the platform's `fetch`. */
  fetch?: Fetch;
}

/**
 * Carries out one operation, like a method of the client: resolves with the response as plain data,
 * or rejects with a subclass of `PartnerRatingError`.
 *
 * @example
 * const send: Send = createSend({ apiKey: 'prk_test', baseUrl: environments.local });
 */
export type Send = <Data extends OperationData, Result>(
  operation: Operation<Data, Result>,
  input?: Input<Data>,
  options?: IdempotentRequestOptions & ConditionalRequestOptions,
) => ResponsePromise<Result>;

/**
 * Creates a function that carries out operations, for small bundles with few operations: a bundle contains only
 * the operations that you import. Import the error classes from `@partner-rating/client`.
 *
 * @throws TypeError for a missing or invalid credential.
 *
 * @example
 * const send = createSend({ apiKey: 'prk_test', baseUrl: environments.local });
 * const member = await send(membersGet, { query: { memberId: '10482' } });
 */
export function createSend({ apiKey, accessToken, ...settings }: SendOptions): Send {
  return createTransport({ ...settings, credential: credentialHeader(apiKey, accessToken) });
}
