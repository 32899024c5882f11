import { checkedTimeout, type Settings } from './client-options.ts';
import { withDeadline } from './deadline.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import { readAnswer } from './read-answer.ts';
import type { IdempotentRequestOptions } from './request-options.ts';
import { requestUrl } from './request-url.ts';

/** Carries out one operation. Every method of every resource goes through it. */
export type Send = <Data extends OperationData, Answer>(
  operation: Operation<Data, Answer>,
  input: Input<Data>,
  options?: IdempotentRequestOptions,
) => Promise<Answer>;

/** The transport: one request, one answer, within the time allowed. */
export function createSend({ baseUrl, credentialHeader, timeoutMs, fetch }: Settings): Send {
  return async <Data extends OperationData, Answer>(
    { id, method, path }: Operation<Data, Answer>,
    input: Input<Data>,
    options: IdempotentRequestOptions = {},
  ) => {
    const url = requestUrl(baseUrl + path, input.path as object | undefined, input.query);
    const request = requestInit(method, credentialHeader, input.body, options.idempotencyKey);
    const timeout = checkedTimeout(options.timeoutMs ?? timeoutMs);
    const deadline = {
      timeoutMs: timeout,
      timeoutError: () => new TimeoutError(id, timeout),
      signal: options.signal,
    };
    const answer = await withDeadline(deadline, async (signal) => {
      const response = await fetch(url, { ...request, signal }).catch((cause: unknown) => {
        throw new ConnectionError(`${id} got no answer from ${new URL(url).origin}`, cause);
      });
      return await readAnswer(id, response);
    });
    return answer as Answer;
  };
}

function requestInit(
  method: string,
  credentialHeader: Record<string, string>,
  body: unknown,
  idempotencyKey: string | undefined,
): RequestInit {
  const headers: Record<string, string> = {
    accept: 'application/json, application/problem+json',
    ...credentialHeader,
  };
  if (idempotencyKey !== undefined) headers['idempotency-key'] = checkedKey(idempotencyKey);
  // A redirect is not followed: the credential must not travel to another host.
  if (body === undefined) return { method, headers, redirect: 'manual' };
  headers['content-type'] = 'application/json';
  return { method, headers, redirect: 'manual', body: JSON.stringify(body) };
}

// Checked here because fetch reports an odd header as if the network had failed.
function checkedKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new TypeError('idempotencyKey is 1 to 255 characters of printable ASCII.');
}
