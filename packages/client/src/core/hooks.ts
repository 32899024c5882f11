import { ConnectionError } from './errors/connection-error.ts';
import type { Fetch } from './transport-settings.ts';

/**
 * A request that is about to be sent. What a hook changes in `headers` is sent.
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
  /** The header fields, the credential included, with their names in lower case. */
  readonly headers: Record<string, string>;
  /** The JSON that is sent; undefined where there is none. */
  readonly body: string | undefined;
}

/**
 * Functions around every attempt of every call. They are part of the attempt: its timeout covers them, and
 * what they throw fails it, as a failure of `fetch` does. After `afterResponse` failed, a call is retried
 * only where it is safe to repeat, since the service has answered.
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
  /** Called before a request is sent. */
  beforeRequest?(request: HookRequest): void | Promise<void>;
  /** Called with every response, before its body is read. Read the body of a clone alone. */
  afterResponse?(response: Response, request: HookRequest): void | Promise<void>;
}

/** Sends requests with the hooks around them. */
export function fetchWithHooks(
  { beforeRequest, afterResponse }: Hooks,
  customFetch: Fetch | undefined,
): Fetch {
  return async (url, init, operation) => {
    const { method, body } = init;
    const headers = { ...(init.headers as Record<string, string>) };
    const request = { operation, url, method, headers, body } as HookRequest;
    await beforeRequest?.(request);
    // A `fetch` that ignores the signal would still send after a late hook.
    if (init.signal?.aborted) throw new Error('Given up.');
    const send: Fetch = customFetch ?? fetch;
    const response = await send(url, { ...init, headers }, operation);
    try {
      await afterResponse?.(response, request);
    } catch (cause) {
      // Without the text of the cause, by which a retry would take the request for one that was never sent.
      throw new ConnectionError(`${operation}: afterResponse failed.`, {
        cause,
        response: response.ok ? response : undefined,
      });
    }
    return response;
  };
}
