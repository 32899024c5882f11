import { ConnectionError } from './errors/call-errors.ts';
import type { Fetch } from './transport-settings.ts';

/**
 * A request before it is sent. A hook may change its `headers`.
 *
 * @example
 * const beforeRequest = (request: HookRequest) => {
 *   request.headers.traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
 * };
 */
export interface HookRequest {
  /** The operation, such as `members.get`. */
  readonly operation: string;
  /** The whole address, with its query. */
  readonly url: string;
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The header fields, including the credential, with their names in lower case. */
  readonly headers: Record<string, string>;
  /** The JSON of the body; undefined if there is no body. */
  readonly body: string | undefined;
}

/**
 * Functions that run around every attempt of every call. The timeout of an attempt includes its hooks. If
 * a hook throws, the attempt fails, as if `fetch` had failed. If `afterResponse` fails, the service has already
 * answered, so a call is retried only if it is safe to repeat.
 *
 * @example
 * const hooks: Hooks = {
 *   beforeRequest: ({ headers }) => {
 *     headers['x-trace'] = 'court-3';
 *   },
 *   afterResponse: ({ status }, { operation }) => report(operation, status),
 * };
 */
export interface Hooks {
  /** Runs before a request is sent. */
  beforeRequest?(request: HookRequest): void | Promise<void>;
  /** Runs after every response, before its body is read. To read the body, clone the response. */
  afterResponse?(response: Response, request: HookRequest): void | Promise<void>;
}

/** Returns a `fetch` that calls the hooks. */
export function fetchWithHooks(
  { beforeRequest, afterResponse }: Hooks,
  customFetch: Fetch | undefined,
): Fetch {
  return async (url, init, operation) => {
    const { method, body } = init;
    const headers = { ...(init.headers as Record<string, string>) };
    const request = { operation, url, method, headers, body } as HookRequest;
    await beforeRequest?.(request);
    // A `fetch` that ignores the signal would still send the request after a late hook.
    if (init.signal?.aborted) throw new Error('Given up.');
    const send: Fetch = customFetch ?? fetch;
    const response = await send(url, { ...init, headers }, operation);
    try {
      await afterResponse?.(response, request);
    } catch (cause) {
      // Without the text of the cause, from which a retry might conclude that the request was never sent.
      throw new ConnectionError(`${operation}: afterResponse failed.`, {
        cause,
        response: response.ok ? response : undefined,
      });
    }
    return response;
  };
}
