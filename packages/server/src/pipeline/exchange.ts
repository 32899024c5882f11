import type { RequestHead } from '../request/request-head.ts';

/** A request as an adapter received it. */
export interface Exchange {
  readonly head: RequestHead;
  /** The value of `context.raw` for handlers. */
  readonly raw: unknown;
  /** Aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /**
   * Reads the body; returns `undefined` if there is none.
   * @throws BodyTooLargeError as soon as the body is larger than `limit`.
   */
  readBody(limit: number): Promise<Uint8Array | undefined>;
}

/** Reports that a body is larger than the operation allows. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/** A response, ready to be sent. */
export interface Answer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string | string[]>;
  /** `undefined` if there is none. The response to HEAD has the body of GET, which is not sent. */
  body: string | undefined;
}

/** Adds header fields with lower-case names. */
export function addHeaders(
  { headers }: Pick<Answer, 'headers'>,
  added: Readonly<Record<string, string | string[]>> | undefined,
): void {
  for (const name in added) headers[name.toLowerCase()] = added[name] as string | string[];
}
