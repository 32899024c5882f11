import type { RequestHead } from '../request/request-head.ts';

/** A request and what belongs to it, as an adapter received it. */
export interface Exchange {
  readonly head: RequestHead;
  /** What handlers receive as `context.raw`. */
  readonly raw: unknown;
  /** Aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /**
   * Reads the body; `undefined` where there is none.
   * @throws BodyTooLargeError as soon as it is larger than `limit`.
   */
  readBody(limit: number): Promise<Uint8Array | undefined>;
}

/** Thrown while a body is read that is larger than the operation allows. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/** A response, ready to be sent. */
export interface Answer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string | string[]>;
  /** `undefined` where there is none. The response to HEAD has the body of GET, which is not sent. */
  body: string | undefined;
}

/** Adds header fields, whatever the case of their names. */
export function addHeaders(
  { headers }: Pick<Answer, 'headers'>,
  added: Readonly<Record<string, string | string[]>> | undefined,
): void {
  for (const name in added) headers[name.toLowerCase()] = added[name] as string | string[];
}
