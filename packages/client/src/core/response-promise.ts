/**
 * The parsed answer with its HTTP response.
 *
 * @example
 * const { data, response }: WithResponse<Member> = await client.members.get().withResponse();
 */
export interface WithResponse<Result> {
  /** The parsed answer, as the call itself returns it. */
  data: Result;
  /** Its status and headers; the body has been read. */
  response: Response;
}

/**
 * The promise that a call returns: of the parsed answer, and on request with its HTTP response.
 *
 * @example
 * const call: ResponsePromise<Member> = client.members.get({ memberId: '10482' });
 * const member = await call;
 */
export interface ResponsePromise<Result> extends Promise<Result> {
  /**
   * The parsed answer and its HTTP response, for status and headers. It rejects as the call itself
   * does.
   *
   * @example
   * const { data, response } = await client.usage.get().withResponse();
   * const left = response.headers.get('ratelimit');
   */
  withResponse(): Promise<WithResponse<Result>>;
}

/** The last response of a call, once there is one. */
export interface LastResponse {
  response?: Response;
}

/** Adds `withResponse()` to the promise of an answer. */
export function responsePromise<Result>(
  answer: Promise<Result>,
  last: LastResponse = {},
): ResponsePromise<Result> {
  const pending = answer as ResponsePromise<Result>;
  pending.withResponse = async () => ({
    data: await answer,
    response: last.response as Response,
  });
  return pending;
}
